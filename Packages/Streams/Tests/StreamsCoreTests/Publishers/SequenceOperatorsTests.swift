import Streams
import Testing

struct SequenceOperatorsTests {
  private let publisher = [1, 2, 2, 3].publisher

  // Of one type each, which the compiler need not infer.
  private func sequence(_ values: Int...) -> Publishers.Sequence<[Int], Never> { values.publisher }
  private func optional(_ value: Int?) -> Optional<Int>.Publisher { Optional.Publisher(value) }
  private func truth(_ value: Bool) -> Result<Bool, Never>.Publisher { Result.Publisher(value) }

  @Test func transformingAndFilteringGiveASequence() {
    #expect(publisher.map { $0 * 2 } == sequence(2, 4, 4, 6))
    #expect(publisher.compactMap { $0 == 2 ? nil : $0 } == sequence(1, 3))
    #expect([1, nil].publisher.replaceNil(with: 7) == sequence(1, 7))
    #expect(publisher.scan(0, +) == sequence(1, 3, 5, 8))
    #expect(publisher.filter { $0 == 2 } == sequence(2, 2))
    #expect(publisher.ignoreOutput() == Empty())
    #expect(publisher.removeDuplicates() == sequence(1, 2, 3))
    #expect(publisher.setFailureType(to: TestError.self) == Publishers.Sequence(sequence: [1, 2, 2, 3]))
  }

  @Test func selectingGivesAPartOrAValue() {
    #expect(record(publisher.prefix(2)).values == [1, 2])
    #expect(record(publisher.dropFirst(2)).values == [2, 3])
    #expect(publisher.prefix { $0 < 3 } == sequence(1, 2, 2))
    #expect(record(publisher.drop { $0 < 3 }).values == [3])
    #expect(publisher.first() == optional(1))
    #expect(publisher.last() == optional(3))
    #expect(publisher.first { $0 > 1 } == optional(2))
    #expect(publisher.last { $0 < 3 } == optional(2))
    #expect(publisher.output(at: 3) == optional(3))
    #expect(publisher.output(at: 4) == optional(nil))
    #expect(publisher.output(in: 1..<3) == sequence(2, 2))
    #expect(publisher.output(in: 3..<9) == sequence(3))
    #expect(record("abc".publisher.output(at: "abc".startIndex)).values == ["a"])
    #expect(record((1...).publisher.prefix(2)).values == [1, 2])
  }

  @Test func reducingAndMatchingGiveAValue() {
    #expect(publisher.collect() == Result.Publisher([1, 2, 2, 3]))
    #expect(publisher.count() == Just(4))
    #expect("abc".publisher.count() == Just(3))
    #expect(publisher.setFailureType(to: TestError.self).count() == Result.Publisher(4))
    #expect(publisher.min() == optional(1))
    #expect(publisher.max() == optional(3))
    #expect(publisher.min { $0 > $1 } == optional(3))
    #expect(publisher.max { $0 > $1 } == optional(1))
    #expect(publisher.reduce(0, +) == Result.Publisher(8))
    #expect(record(publisher.tryReduce(0, +)).values == [8])
    #expect(publisher.contains(3) == truth(true))
    #expect(publisher.contains { $0 > 3 } == truth(false))
    #expect(record(publisher.tryContains { _ in throw TestError() }).error as? TestError == TestError())
    #expect(publisher.allSatisfy { $0 < 3 } == truth(false))
    #expect(record(publisher.tryAllSatisfy { $0 < 4 }).values == [true])
  }

  @Test func joiningGivesASequence() {
    #expect(publisher.prepend(0) == sequence(0, 1, 2, 2, 3))
    #expect(publisher.append(4, 5) == sequence(1, 2, 2, 3, 4, 5))
    #expect(publisher.prepend(8..<10) == sequence(8, 9, 1, 2, 2, 3))
    #expect(publisher.append(8..<10) == sequence(1, 2, 2, 3, 8, 9))
    #expect([1].publisher.prepend([0].publisher).append([2].publisher) == sequence(0, 1, 2))
  }

  @Test func theGenericOperatorsAgree() {
    let plain = publisher.eraseToAnyPublisher()
    #expect(record(plain.map { $0 * 2 }).values == [2, 4, 4, 6])
    #expect(record(plain.removeDuplicates()).values == record(publisher.removeDuplicates()).values)
    let sums = record(publisher.scan(0, +)).values
    #expect(record(plain.scan(0, +)).values == sums)
    #expect(record(plain.max()).values == record(publisher.max()).values)
    #expect(record(plain.output(in: 1..<3)).values == record(publisher.output(in: 1..<3)).values)
    #expect(record(plain.output(in: 3..<9)).values == record(publisher.output(in: 3..<9)).values)
  }
}
