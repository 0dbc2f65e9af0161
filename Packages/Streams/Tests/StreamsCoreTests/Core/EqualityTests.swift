import Streams
import Testing

struct EqualityTests {
  private let empty = Empty<Int, Never>()
  private let fail = Fail<Int, TestError>(error: TestError())

  @Test func sourcesAreEqualIfTheirValuesAre() {
    expectEqual(empty, Empty())
    #expect(empty != Empty(completeImmediately: false))
    expectEqual(Optional(3).publisher, Optional<Int>.Publisher(3))
    #expect(Optional(3).publisher != Optional<Int>.Publisher(nil))
  }

  @Test func operatorsAreEqualIfUpstreamsAndArgumentsAre() {
    expectEqual(empty.ignoreOutput(), empty.ignoreOutput())
    expectEqual(empty.setFailureType(to: TestError.self), empty.setFailureType(to: TestError.self))
    expectEqual(empty.prefix(2), empty.output(in: 0..<2))
    #expect(empty.prefix(2) != empty.prefix(3))
    expectEqual(empty.collect(2), empty.collect(2))
    #expect(empty.collect(2) != empty.collect(3))
    expectEqual(fail.retry(1), fail.retry(1))
    expectEqual(fail.replaceError(with: 1), Publishers.ReplaceError(upstream: fail, output: 1))
    expectEqual(fail.replaceEmpty(with: 1), Publishers.ReplaceEmpty(upstream: fail, output: 1))
    #expect(fail.replaceEmpty(with: 1) != Publishers.ReplaceEmpty(upstream: fail, output: 2))
    expectEqual(Publishers.Contains(upstream: fail, output: 1), Publishers.Contains(upstream: fail, output: 1))
    #expect(Publishers.Contains(upstream: fail, output: 1) != Publishers.Contains(upstream: fail, output: 2))
  }

  @Test func joinedPublishersAreEqualIfTheirUpstreamsAre() {
    let (one, two, three, four) = (Just(1), Just(2), Just(3), Just(4))
    expectEqual(one.zip(Just("a")), one.zip(Just("a")))
    #expect(Publishers.Zip3(one, two, three) != Publishers.Zip3(one, two, four))
    expectEqual(Publishers.Zip4(one, two, three, four), one.zip(two, three, four))
    expectEqual(one.combineLatest(Just("a")), one.combineLatest(Just("a")))
    #expect(Publishers.CombineLatest3(one, two, three) != one.combineLatest(two, four))
    expectEqual(Publishers.CombineLatest4(one, two, three, four), one.combineLatest(two, three, four))
    expectEqual(Publishers.Merge(one, two), Publishers.Merge(one, two))
    #expect(Publishers.Merge3(one, two, three) != Publishers.Merge3(one, two, four))
    expectEqual(Publishers.MergeMany(one, two), Publishers.MergeMany([one, two]))
    expectEqual(one.drop(untilOutputFrom: two), one.drop(untilOutputFrom: two))
    #expect(one.drop(untilOutputFrom: two) != one.drop(untilOutputFrom: three))
  }
}
