import Dispatch
import Foundation
import Testing

@_spi(Timers) @testable import Schedulers

/// Lengths of time where `Int` has 32 bits.
struct LengthTests {
  typealias Stride = DispatchQueue.SchedulerTimeType.Stride

  @Test(arguments: [
    0, 1, -1, 2_147_483_647, 2_147_483_648, -2_147_483_648, 3_000_000_001, -3_000_000_001, 86_400_000_000_007,
  ])
  func magnitudesAreTheSameWithEitherSizeOfInt(nanoseconds: Int64) {
    let (short, long) = (
      Stride.length(nanoseconds: nanoseconds, limit: 2_147_483_647), Stride.length(nanoseconds: nanoseconds)
    )
    expectEqual(Int64(short.magnitude), nanoseconds)
    expectEqual(Int64(long.magnitude), nanoseconds)
  }
}
