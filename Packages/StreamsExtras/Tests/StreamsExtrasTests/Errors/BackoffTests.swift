import StreamsExtras
import Testing

struct BackoffTests {
  /// Always the same numbers.
  struct Fixed: RandomNumberGenerator, Sendable {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private func waits(_ backoff: Backoff, _ count: Int = 4) -> [Duration] {
    var backoff = backoff
    return (1...count).map { backoff.delay(before: $0) }
  }

  @Test func delaysGrowUpToTheirMaximum() {
    expectEqual(waits(.none), [.zero, .zero, .zero, .zero])
    expectEqual(waits(.constant(.seconds(2)), 2), [.seconds(2), .seconds(2)])
    expectEqual(waits(.linear(.seconds(1), step: .seconds(2))), [.seconds(1), .seconds(3), .seconds(5), .seconds(7)])
    expectEqual(waits(.linear(.seconds(1), step: .seconds(2), maxDelay: .seconds(4))).last, .seconds(4))
    expectEqual(waits(.exponential(.seconds(1))), [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    expectEqual(
      waits(.exponential(.seconds(1), factor: 3, maxDelay: .seconds(5)), 3), [.seconds(1), .seconds(3), .seconds(5)])
    expectEqual(waits(Backoff { .seconds(-$0) }, 1), [.zero])
  }

  @Test func growsNoLongerThanTheLongest() {
    var backoff = Backoff.exponential(.seconds(1))
    expectEqual(backoff.delay(before: .max), .seconds(100 * 365 * 24 * 3600))
    var linear = Backoff.linear(.seconds(1), step: .seconds(1))
    expectEqual(linear.delay(before: .max), .seconds(100 * 365 * 24 * 3600))
    var constant = Backoff.constant(.seconds(Int64.max))
    expectEqual(constant.delay(before: 1), .seconds(100 * 365 * 24 * 3600))
  }

  @Test func isExactToTheNanosecond() {
    for milliseconds in 1...1000 {
      let wait = Duration.milliseconds(milliseconds)
      expectEqual(waits(.linear(wait, step: wait), 2), [wait, wait * 2])
      expectEqual(waits(.exponential(wait, factor: 3), 3), [wait, wait * 3, wait * 9])
    }
  }

  @Test func takesAnyAttemptAndFactor() {
    let longest = Duration.seconds(100 * 365 * 24 * 3600)
    for attempt in [Int.min, -1, 0, 1] {
      var backoff = Backoff.exponential(.seconds(1))
      expectEqual(backoff.delay(before: attempt), .seconds(1))
      var linear = Backoff.linear(.seconds(1), step: .seconds(1))
      #expect(linear.delay(before: attempt) <= .seconds(1))
    }
    // In 63 steps: a step for each attempt would take years.
    var slow = Backoff.exponential(.seconds(1), factor: 1.0.nextUp)
    expectEqual(slow.delay(before: .max), longest)
    expectEqual(waits(.exponential(.zero, factor: .infinity), 3), [.zero, .zero, .zero])
    expectEqual(waits(.exponential(.seconds(-1), factor: .infinity), 3), [.zero, .zero, .zero])
    expectEqual(waits(.exponential(.nanoseconds(1), factor: .infinity), 3).last, longest)
    expectEqual(waits(.exponential(.seconds(1), maxDelay: .seconds(-1)), 3), [.zero, .zero, .zero])
  }

  @Test func jittersByItsGenerator() {
    let backoff = Backoff.constant(.seconds(10)).jittered(by: 0.2, using: Fixed())
    let first = waits(backoff, 100)
    expectEqual(first, waits(backoff, 100))
    #expect(Set(first).count > 90)
    #expect(first.allSatisfy { (.seconds(8))...(.seconds(12)) ~= $0 })
    let some = waits(Backoff.constant(.seconds(10)).jittered(by: 1), 100)
    #expect(some.allSatisfy { (.zero)...(.seconds(20)) ~= $0 })
    let twice = waits(backoff.jittered(by: 0, using: Fixed()), 100)
    expectEqual(twice, first)
  }

  @Test func waitsAreWholeNanoseconds() {
    expectEqual(waits(.constant(.nanoseconds(5) / 2), 1), [.nanoseconds(3)])
  }
}
