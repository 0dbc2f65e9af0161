/// Tells how many of its tokens are alive: put one into a closure or a value and see it go.
final class Canary {
  final class Token {
    private let alive: Guarded<Int>
    fileprivate init(_ alive: Guarded<Int>) {
      self.alive = alive
      alive.with { $0 += 1 }
    }
    deinit { alive.with { $0 -= 1 } }
    /// Keeps the token in the closure that calls this.
    func touch() {}
  }

  private let count = Guarded(0)
  var alive: Int { count.value }
  func token() -> Token { Token(count) }
}
