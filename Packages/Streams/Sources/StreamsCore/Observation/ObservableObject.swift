/// An object that tells before it changes.
///
/// By default that is done by its properties, and those of its superclasses, that are declared `@Published`.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher that tells it.
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
