final class Counter { var count = 0 }

/// Counts its instances.
final class Token {
  let number: Int
  private let counter: Counter

  init(_ counter: Counter, _ number: Int = 0) {
    self.number = number
    self.counter = counter
    counter.count += 1
  }

  deinit { counter.count -= 1 }
}
