import Foundation
import StreamsLaws
import StreamsTesting

/// The publishers and operators of Dispatch and Foundation.
extension Table {
  /// Operators on real queues and in the time of real queues.
  static let queues: [Row] = [
    Row(scheduled: "receive (on DispatchQueue)", delivers: .all, except: onManyStacks) { u, s in
      u.receive(on: DispatchQueue.held(by: s))
    },
    Row(scheduled: "subscribe (on DispatchQueue)", delivers: .all, except: onManyStacks) { u, s in
      u.subscribe(on: DispatchQueue.held(by: s))
    },
    Row(scheduled: "receive (on OperationQueue)", delivers: .all, except: onManyStacks) { u, s in
      u.receive(on: OperationQueue.held(by: s))
    },
    Row(scheduled: "subscribe (on OperationQueue)", delivers: .all, except: onManyStacks) { u, s in
      u.subscribe(on: OperationQueue.held(by: s))
    },
    Row(scheduled: "receive (on RunLoop)", delivers: .all) { u, s in u.receive(on: RunLoop.held(by: s)) },
    Row(scheduled: "subscribe (on RunLoop)", delivers: .all) { u, s in u.subscribe(on: RunLoop.held(by: s)) },
    Row(scheduled: "delay (in the time of OperationQueue)", delivers: .all) { u, s in
      u.delay(for: .milliseconds(100), scheduler: OperationQueue.virtual(s))
    },
    Row(scheduled: "debounce (in the time of OperationQueue)") { u, s in
      u.debounce(for: .milliseconds(100), scheduler: OperationQueue.virtual(s))
    },
    Row(scheduled: "delay (in the time of RunLoop)", delivers: .all) { u, s in
      u.delay(for: .milliseconds(100), scheduler: RunLoop.virtual(s))
    },
    Row(scheduled: "throttle (in the time of RunLoop)") { u, s in
      u.throttle(for: .milliseconds(100), scheduler: RunLoop.virtual(s), latest: true)
    },
    Row(scheduled: "collect (by the time of RunLoop)") { u, s in
      u.collect(.byTime(RunLoop.virtual(s), .milliseconds(100)))
    },
  ]

  /// Publishers that wait for what the suite does not bring about: what they send has tests of its own, with Foundation's clocks
  /// and loops. Here they are subscribed to, requested from, cancelled and released, on one thread and on several.
  static let waiting: [Row] = [
    Row(source: "NotificationCenter.Publisher") {
      NotificationCenter().publisher(for: Notification.Name("laws"))
    },
    Row(source: "Timer.TimerPublisher") {
      Timer.publish(every: 3600, on: .main, in: .default)
    },
    Row(source: "Timer.TimerPublisher (connected)") {
      Timer.publish(every: 3600, on: .main, in: .default).autoconnect()
    },
  ]

  private static let onManyStacks: [LawRule: String] = [
    .noRecursion: "depth is a distance of addresses on one stack, and each value may come on another thread's"
  ]
}
