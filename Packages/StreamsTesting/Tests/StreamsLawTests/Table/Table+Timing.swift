import StreamsLaws
import StreamsTesting

extension Table {
  static let timing: [Row] = [
    Row(scheduled: "debounce") { u, s in u.debounce(for: .milliseconds(100), scheduler: s) },
    Row(scheduled: "debounce (for nothing)") { u, s in u.debounce(for: .zero, scheduler: s) },
    Row(scheduled: "throttle (latest)") { u, s in u.throttle(for: .milliseconds(100), scheduler: s, latest: true) },
    Row(scheduled: "throttle (first)") { u, s in u.throttle(for: .milliseconds(100), scheduler: s, latest: false) },
    Row(scheduled: "delay", delivers: .all) { u, s in u.delay(for: .milliseconds(100), scheduler: s) },
    Row(scheduled: "timeout (far away)", delivers: .all) { u, s in u.timeout(.seconds(3600 * 24 * 365), scheduler: s) },
    Row(scheduled: "timeout (that passes)", except: endsByItself) { u, s in
      u.timeout(.milliseconds(500), scheduler: s)
    },
    Row(scheduled: "timeout (with an error)", except: endsByItself) { u, s in
      u.timeout(.milliseconds(500), scheduler: s, customError: { LawError() })
    },
    Row(scheduled: "collect (by time)") { u, s in u.collect(.byTime(s, .milliseconds(100))) },
    Row(scheduled: "collect (by time or count)") { u, s in u.collect(.byTimeOrCount(s, .milliseconds(100), 2)) },
    Row(scheduled: "measureInterval") { u, s in u.measureInterval(using: s) },
  ]

  static let scheduling: [Row] = [
    Row(scheduled: "receive (on)", delivers: .all) { u, s in u.receive(on: s) },
    Row(scheduled: "subscribe (on)", delivers: .all) { u, s in u.subscribe(on: s) },
    Row(scheduled: "subscribe (on) receive (on)", delivers: .all) { u, s in u.subscribe(on: s).receive(on: s) },
    Row("receive (on ImmediateScheduler)") { u in u.receive(on: Streams.ImmediateScheduler.shared) },
    Row("subscribe (on ImmediateScheduler)") { u in u.subscribe(on: Streams.ImmediateScheduler.shared) },
  ]
}
