import Dispatch
import Schedulers
import SwiftUI
import Testing
import UIKit

@Suite struct AnimatedSchedulerTests {
  private let scheduler = DispatchQueue.test

  @Test func workRunsInsideTheAnimation() {
    var seen: [Animation?] = []
    let delivery = Just(1).receive(on: scheduler.animation(.linear(duration: 2))).sink { _ in
      seen.append(Animation.current)
    }
    #expect(Animation.current == nil)
    scheduler.advance()
    #expect(seen == [.linear(duration: 2)])
    withExtendedLifetime(delivery) {}
  }

  @Test func theDefaultAnimationNeedsNoArgument() {
    var seen: [Animation?] = []
    scheduler.animation().schedule { seen.append(Animation.current) }
    scheduler.advance()
    #expect(seen == [.default])
  }

  @Test func laterAndRepeatedWorkIsAnimatedToo() {
    var seen: [Animation?] = []
    let animated = scheduler.animation()
    animated.schedule(after: animated.now.advanced(by: .seconds(1))) { seen.append(Animation.current) }
    let ticks = animated.schedule(after: animated.now, interval: .seconds(1)) { seen.append(Animation.current) }
    scheduler.advance(by: .seconds(1))
    #expect(seen == [.default, .default, .default])
    ticks.cancel()
  }

  @Test func eachPieceOfWorkHasATransactionOfItsOwn() {
    nonisolated(unsafe) var made = 0
    @Sendable func transaction() -> Transaction {
      made += 1
      return Transaction(animation: .linear(duration: Double(made)))
    }
    var seen: [Animation?] = []
    let animated = scheduler.transaction(transaction())
    for _ in 1...2 { animated.schedule { seen.append(Transaction.current?.animation) } }
    scheduler.advance()
    #expect(seen == [.linear(duration: 1), .linear(duration: 2)])
  }

  @Test @MainActor func workRunsInsideTheViewsAnimation() {
    UIView.animations = []
    var runs = 0
    let animated = scheduler.animate(withDuration: 0.5, delay: 0.25, options: .curveEaseIn)
    animated.schedule { runs += 1 }
    scheduler.advance()
    #expect(runs == 1)
    #expect(UIView.animations.map(\.duration) == [0.5])
    #expect(UIView.animations.map(\.delay) == [0.25])
    #expect(UIView.animations.map(\.options) == [.curveEaseIn])
  }
}
