/// A queue in an object, for owners that rarely queue anything. Code that is not specialised, such as the deinit of a
/// class in a debug build, looks up the types of the elements to destroy a ``Ring``, but none to release this.
@usableFromInline final class Backlog<Element> {
  @usableFromInline @exclusivity(unchecked) var ring = Ring<Element>()

  @inlinable init() {}
}
