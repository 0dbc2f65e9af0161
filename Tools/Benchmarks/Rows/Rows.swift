import Measuring

/// Every row that both sides have, in the order of the table.
public func rows() -> [Row] {
  [
    section(
      "Values through operators", values(), selecting(), state(), removingDuplicates(), reducing(), retrying(),
      erasure()),
    section("Long chains", depth()),
    section("Publishers of publishers", flatMapping(), switching(), zipping()),
    section("Buffering and sharing", buffering(), sharing()),
    section("Schedulers", scheduling(), realTimers()),
    section("Subjects and properties", subjects(), publishedProperties()),
    section("Custom publishers, subscribers and operators", custom()),
    section("Subscribing", subscribing()),
    section("Asynchronous functions", awaiting()),
    section("Within a delivery", withinDeliveries()),
  ].flatMap { $0 }
}

/// Sends the integers from 0. Its type is opaque, so that the operators of the rows are those of every publisher: a
/// sequence publisher's own `map` transforms its elements at once, and there would be nothing left to measure.
func source(_ count: Int = elements) -> some Publisher<Int, Never> {
  Publishers.Sequence<Range<Int>, Never>(sequence: 0..<count)
}

/// Cancels the subscription here, not earlier.
@inline(__always) func end(_ cancellable: AnyCancellable) { withExtendedLifetime(cancellable) {} }
