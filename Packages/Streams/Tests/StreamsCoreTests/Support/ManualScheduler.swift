import Streams

/// A scheduler whose time moves only when a test says so; times are in milliseconds. It records scheduled actions.
///
/// Actions run in the order of their times, those of one time in the order in which they were scheduled. From an
/// action more can be scheduled, also for now. May be used from several threads.
final class ManualScheduler: Scheduler, @unchecked Sendable {
  struct SchedulerTimeType: Strideable, CustomStringConvertible, Sendable {
    var milliseconds: Int
    func distance(to other: Self) -> Stride { Stride(other.milliseconds - milliseconds) }
    func advanced(by stride: Stride) -> Self { Self(milliseconds: milliseconds + stride.magnitude) }
    var description: String { "\(milliseconds)" }

    struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      CustomStringConvertible, Sendable
    {
      var magnitude: Int
      init(_ milliseconds: Int) { magnitude = milliseconds }
      init(integerLiteral value: Int) { self.init(value * 1000) }
      init(floatLiteral value: Double) { self = .seconds(value) }
      init?<T: BinaryInteger>(exactly source: T) {
        guard let milliseconds = Int(exactly: source) else { return nil }
        self.init(milliseconds)
      }
      static func seconds(_ s: Int) -> Self { Self(s * 1000) }
      static func seconds(_ s: Double) -> Self { Self(Int((s * 1000).rounded())) }
      static func milliseconds(_ ms: Int) -> Self { Self(ms) }
      static func microseconds(_ us: Int) -> Self { Self(us / 1000) }
      static func nanoseconds(_ ns: Int) -> Self { Self(ns / 1_000_000) }
      static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
      static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
      static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
      static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
      static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
      static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
      static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
      var description: String { "\(magnitude)" }
    }
  }
  typealias SchedulerOptions = String

  private struct Entry {
    var due: Int
    var order: Int
    var interval: Int?
    var action: () -> Void
  }
  private struct State {
    var now = 0
    var next = 0
    var entries: [Entry] = []
    var log: [String] = []
  }
  private let state = Guarded(State())
  private let tolerance: Int

  /// A scheduler at time 0. `tolerance` is its minimum tolerance in milliseconds.
  init(tolerance: Int = 0) { self.tolerance = tolerance }

  var now: SchedulerTimeType { SchedulerTimeType(milliseconds: state.value.now) }
  var minimumTolerance: SchedulerTimeType.Stride { .init(tolerance) }

  /// The scheduled actions: `now`, `after 500`, `after 500 every 100`, with `options` and a tolerance that is not the
  /// minimum; and `cancel` for each repetition cancelled.
  var log: [String] { state.value.log }
  /// How many actions wait.
  var pending: Int { state.value.entries.count }

  func schedule(options: String?, _ action: @escaping () -> Void) {
    add("now", due: nil, interval: nil, tolerance: nil, options, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) {
    add("after \(date)", due: date.milliseconds, interval: nil, tolerance: tolerance, options, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let order = add(
      "after \(date) every \(interval)", due: date.milliseconds, interval: interval.magnitude, tolerance: tolerance,
      options, action)
    return AnyCancellable { [weak self] in
      let gone = self?.state.with { state -> Entry? in
        guard let index = state.entries.firstIndex(where: { $0.order == order }) else { return nil }
        state.log.append("cancel")
        return state.entries.remove(at: index)
      }
      _ = gone
    }
  }

  @discardableResult private func add(
    _ what: String, due: Int?, interval: Int?, tolerance: SchedulerTimeType.Stride?, _ options: String?,
    _ action: @escaping () -> Void
  ) -> Int {
    var what = what
    if let tolerance, tolerance.magnitude != self.tolerance { what += " tolerance \(tolerance)" }
    if let options { what += " \(options)" }
    return state.with { state in
      state.log.append(what)
      state.next += 1
      state.entries.append(
        Entry(due: max(due ?? state.now, state.now), order: state.next, interval: interval, action: action))
      return state.next
    }
  }

  /// Drops the scheduled actions, as a cancelled queue does.
  func dropActions() {
    let dropped = state.with { state -> [Entry] in
      defer { state.entries = [] }
      return state.entries
    }
    _ = dropped
  }

  /// Runs the work that is due now, and work that it schedules for now.
  func run() { advance(by: 0) }

  /// Moves the time by `milliseconds`, running the work that is due at each instant.
  func advance(by milliseconds: Int) { advance(to: state.value.now + milliseconds) }

  /// Moves the time to `target`, running the work that is due at each instant.
  func advance(to target: Int) {
    while let action = takeNext(until: target) { action() }
    state.with { $0.now = max($0.now, target) }
  }

  private func takeNext(until target: Int) -> (() -> Void)? {
    state.with { state in
      guard
        let index = state.entries.indices.min(by: {
          (state.entries[$0].due, state.entries[$0].order) < (state.entries[$1].due, state.entries[$1].order)
        }), state.entries[index].due <= target
      else { return nil }
      let entry = state.entries[index]
      state.now = max(state.now, entry.due)
      if let interval = entry.interval {
        state.entries[index].due += max(interval, 1)
      } else {
        state.entries.remove(at: index)
      }
      return entry.action
    }
  }
}
