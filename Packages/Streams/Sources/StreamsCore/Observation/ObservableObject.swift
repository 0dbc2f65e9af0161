/// An object with a publisher that announces changes of the object.
///
/// By default, the `@Published` properties of the object and its superclasses send on it before they change.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Sends an event before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Sends an event before the object changes. It is the same publisher as long as it is in use.
  ///
  /// The publisher is created at its first use. Before that, `@Published` properties do not send to it.
  public var objectWillChange: ObservableObjectPublisher { WillChange.publisher(of: self) }
}
