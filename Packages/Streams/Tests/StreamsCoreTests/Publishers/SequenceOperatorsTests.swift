import Streams
import Testing

struct SequenceOperatorsTests {
  private let publisher = [1, 2, 2, 3].publisher

  // Of one type each, which the compiler need not infer.
  private func sequence(_ values: Int...) -> Publishers.Sequence<[Int], Never> { values.publisher }
  private func optional(_ value: Int?) -> Optional<Int>.Publisher { Optional.Publisher(value) }
  private func truth(_ value: Bool) -> Result<Bool, Never>.Publisher { Result.Publisher(value) }

  @Test func transformingAndFilteringGiveASequence() {
    expectEqual(publisher.map { $0 * 2 }, sequence(2, 4, 4, 6))
    expectEqual(publisher.compactMap { $0 == 2 ? nil : $0 }, sequence(1, 3))
    expectEqual([1, nil].publisher.replaceNil(with: 7), sequence(1, 7))
    expectEqual(publisher.scan(0, +), sequence(1, 3, 5, 8))
    expectEqual(publisher.filter { $0 == 2 }, sequence(2, 2))
    expectEqual(publisher.ignoreOutput(), Empty())
    expectEqual(publisher.removeDuplicates(), sequence(1, 2, 3))
    expectEqual(publisher.setFailureType(to: TestError.self), Publishers.Sequence(sequence: [1, 2, 2, 3]))
  }

  @Test func selectingGivesAPartOrAValue() {
    expectEqual(record(publisher.prefix(2)).values, [1, 2])
    expectEqual(record(publisher.dropFirst(2)).values, [2, 3])
    expectEqual(publisher.prefix { $0 < 3 }, sequence(1, 2, 2))
    expectEqual(record(publisher.drop { $0 < 3 }).values, [3])
    expectEqual(publisher.first(), optional(1))
    expectEqual(publisher.last(), optional(3))
    expectEqual(publisher.first { $0 > 1 }, optional(2))
    expectEqual(publisher.last { $0 < 3 }, optional(2))
    expectEqual(publisher.output(at: 3), optional(3))
    expectEqual(publisher.output(at: 4), optional(nil))
    expectEqual(publisher.output(in: 1..<3), sequence(2, 2))
    expectEqual(publisher.output(in: 3..<9), sequence(3))
    expectEqual(record("abc".publisher.output(at: "abc".startIndex)).values, ["a"])
    expectEqual(record((1...).publisher.prefix(2)).values, [1, 2])
  }

  @Test func reducingAndMatchingGiveAValue() {
    expectEqual(publisher.collect(), Result.Publisher([1, 2, 2, 3]))
    expectEqual(publisher.count(), Just(4))
    expectEqual("abc".publisher.count(), Just(3))
    expectEqual(publisher.setFailureType(to: TestError.self).count(), Result.Publisher(4))
    expectEqual(publisher.min(), optional(1))
    expectEqual(publisher.max(), optional(3))
    expectEqual(publisher.min { $0 > $1 }, optional(3))
    expectEqual(publisher.max { $0 > $1 }, optional(1))
    expectEqual(publisher.reduce(0, +), Result.Publisher(8))
    expectEqual(record(publisher.tryReduce(0, +)).values, [8])
    expectEqual(publisher.contains(3), truth(true))
    expectEqual(publisher.contains { $0 > 3 }, truth(false))
    expectEqual(record(publisher.tryContains { _ in throw TestError() }).error as? TestError, TestError())
    expectEqual(publisher.allSatisfy { $0 < 3 }, truth(false))
    expectEqual(record(publisher.tryAllSatisfy { $0 < 4 }).values, [true])
  }

  @Test func joiningGivesASequence() {
    expectEqual(publisher.prepend(0), sequence(0, 1, 2, 2, 3))
    expectEqual(publisher.append(4, 5), sequence(1, 2, 2, 3, 4, 5))
    expectEqual(publisher.prepend(8..<10), sequence(8, 9, 1, 2, 2, 3))
    expectEqual(publisher.append(8..<10), sequence(1, 2, 2, 3, 8, 9))
    expectEqual([1].publisher.prepend([0].publisher).append([2].publisher), sequence(0, 1, 2))
  }

  @Test func theGenericOperatorsAgree() {
    let plain = publisher.eraseToAnyPublisher()
    expectEqual(record(plain.map { $0 * 2 }).values, [2, 4, 4, 6])
    expectEqual(record(plain.removeDuplicates()).values, record(publisher.removeDuplicates()).values)
    let sums = record(publisher.scan(0, +)).values
    expectEqual(record(plain.scan(0, +)).values, sums)
    expectEqual(record(plain.max()).values, record(publisher.max()).values)
    expectEqual(record(plain.output(in: 1..<3)).values, record(publisher.output(in: 1..<3)).values)
    expectEqual(record(plain.output(in: 3..<9)).values, record(publisher.output(in: 3..<9)).values)
  }
}
