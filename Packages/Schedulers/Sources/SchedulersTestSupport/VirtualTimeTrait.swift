@_spi(TestKit) import Schedulers
import Testing

/// A trait that runs a test, or each test of a suite, in virtual time. See `Trait.virtualTime`.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
public struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
  /// The order of work at one instant.
  public let order: Timeline.Order
  /// Whether work still pending at the end of the test is reported as an issue.
  public let checksPending: Bool

  /// The location of the trait; nil for `virtualTime` without parentheses.
  let location: SourceLocation?

  /// Always true: the trait applies to all tests of a suite, and of nested suites.
  public var isRecursive: Bool { true }

  /// Runs the test as work of a new timeline. Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let timeline = Timeline(test.displayName ?? test.name, order: order)
    let location = location ?? test.sourceLocation
    let report = { Issue.record(Comment(rawValue: $0), sourceLocation: location) }
    #if compiler(>=6.3)
      let path = location.filePath
    #else
      let path = location._filePath
    #endif
    let place = SourcePlace(path: path, line: UInt(location.line))
    try await timeline.host(at: place, report: { _ = report($0) }) { try await function() }
    guard checksPending else { return }
    await Timeline.letTasksSettle(on: [timeline])
    if let pending = timeline.pendingComplaint { _ = report(timeline.withPage(pending, at: place)) }
  }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Trait where Self == VirtualTimeTrait {
  /// Runs the test in virtual time, like `virtualTime()` with its default arguments.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// ```swift
  /// import SchedulersTestSupport
  /// import Testing
  ///
  /// @Test(.virtualTime) func remindsAfterAMinute() async throws {
  ///   let scheduler = DispatchQueue.test
  ///   let reminder = Task {
  ///     try await scheduler.sleep(for: .seconds(60))
  ///     return "time for a break"
  ///   }
  ///   await scheduler.advance(by: .seconds(60))
  ///   #expect(try await reminder.value == "time for a break")
  /// }
  /// ```
  public static var virtualTime: Self {
    VirtualTimeTrait(order: .fifo, checksPending: false, location: nil)
  }

  /// Runs the test on a new timeline, like `withVirtualTime`. The timeline is `Timeline.current` in the test.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// In the test, `DispatchQueue.test` and the other test schedulers are views onto that timeline. Each test of a
  /// suite, and each case of a parameterised test, has its own timeline.
  ///
  /// - Parameters:
  ///   - order: The order of work at one instant.
  ///   - checkingPending: Whether work still pending at the end of the test is reported as an issue. Tasks settle first; for
  ///     plain tasks, this is not measured on Apple's systems.
  public static func virtualTime(
    order: Timeline.Order = .fifo, checkingPending: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    VirtualTimeTrait(order: order, checksPending: checkingPending, location: sourceLocation)
  }
}
