/// What a child of `flatMap` or `switchToLatest` is doing; belongs to its delivery.
@frozen @usableFromInline enum InnerState: UInt8 {
  case resting
  /// Resting, but it has kept the turn to deliver, as no values can come but its own.
  case keepingTurn
  /// A value of it is being delivered, or left to be.
  case passing
}
