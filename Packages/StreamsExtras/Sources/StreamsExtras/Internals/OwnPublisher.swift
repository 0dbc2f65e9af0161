/// A publisher of this package. It releases its subscriber at the end, so Streams needs no gate behind it.
@usableFromInline protocol OwnPublisher: Publisher {}

extension OwnPublisher {
  // Declares a hook of Streams. Apple's Combine ignores it.
  @_alwaysEmitIntoClient public static var _traits: ((Self) -> Output?)?? { .some(nil) }
}
