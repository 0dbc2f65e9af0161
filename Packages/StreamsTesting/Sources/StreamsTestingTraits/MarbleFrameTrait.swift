import StreamsTesting
import Testing

extension Trait where Self == ScopeTrait {
  /// Sets the length of a frame in the test's marble strings, like `MarbleFrame.$duration.withValue`. A call can pass
  /// its own length. The innermost setting wins.
  ///
  /// ```swift
  /// import StreamsTestingTraits
  /// import Testing
  ///
  /// @Test(.marbleFrame(.seconds(1))) func ticks() {
  ///   let scheduler = VirtualTimeScheduler()
  ///   let source = scheduler.cold("-a-b|")
  ///   scheduler.expect(source.delay(for: .seconds(2), scheduler: scheduler), toEqual: "---a-b|")
  /// }
  /// ```
  ///
  /// - Parameter duration: The length, above zero.
  public static func marbleFrame(_ duration: Duration) -> Self {
    ScopeTrait { test in try await MarbleFrame.$duration.withValue(duration) { try await test() } }
  }
}
