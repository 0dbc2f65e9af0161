import Foundation
import Schedulers
import Streams
import Testing

extension Publishers {
  /// Compiles: in an extension of `Publishers`, `Timer` is that of Foundation.
  fileprivate static func everySecond() -> AnyPublisher<Date, Never> {
    Timer.publish(every: 1, on: .main, in: .common).autoconnect().eraseToAnyPublisher()
  }
}

struct FoundationTimerTests {
  @Test func timersOfFoundationAreFoundInExtensionsOfPublishers() {
    Publishers.everySecond().sink { _ in }.cancel()
  }
}
