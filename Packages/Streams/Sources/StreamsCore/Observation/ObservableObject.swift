/// An object with a publisher that sends before the object changes.
///
/// By default the `@Published` properties of the object and its superclasses send it.
public protocol ObservableObject: AnyObject {
  /// The type of that publisher.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Sends before the object changes. It is the same publisher as long as it is in use.
  ///
  /// It is created at its first use; before that, `@Published` properties send nothing to it.
  public var objectWillChange: ObservableObjectPublisher { WillChange.publisher(of: self) }
}
