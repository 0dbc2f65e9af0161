import Streams
import Testing

@Suite struct SequenceOperatorsTests {
  private let publisher = [1, 2, 2, 3].publisher

  @Test func transformingAndFilteringGiveASequence() {
    #expect(publisher.map { $0 * 2 } == [2, 4, 4, 6].publisher)
    #expect(publisher.compactMap { $0 == 2 ? nil : $0 } == [1, 3].publisher)
    #expect([1, nil].publisher.replaceNil(with: 7) == [1, 7].publisher)
    #expect(publisher.scan(0, +) == [1, 3, 5, 8].publisher)
    #expect(publisher.filter { $0 == 2 } == [2, 2].publisher)
    #expect(publisher.ignoreOutput() == Empty())
    #expect(publisher.removeDuplicates() == [1, 2, 3].publisher)
    #expect(publisher.setFailureType(to: TestError.self) == Publishers.Sequence(sequence: [1, 2, 2, 3]))
  }

  @Test func selectingGivesAPartOrAValue() {
    #expect(record(publisher.prefix(2)).values == [1, 2])
    #expect(record(publisher.dropFirst(2)).values == [2, 3])
    #expect(publisher.prefix { $0 < 3 } == [1, 2, 2].publisher)
    #expect(record(publisher.drop { $0 < 3 }).values == [3])
    #expect(publisher.first() == Optional.Publisher(1))
    #expect(publisher.last() == Optional.Publisher(3))
    #expect(publisher.first { $0 > 1 } == Optional.Publisher(2))
    #expect(publisher.last { $0 < 3 } == Optional.Publisher(2))
    #expect(publisher.output(at: 3) == Optional.Publisher(3))
    #expect(publisher.output(at: 4) == Optional.Publisher(nil))
    #expect(publisher.output(in: 1..<3) == [2, 2].publisher)
    #expect(publisher.output(in: 3..<9) == [3].publisher)
    #expect(record("abc".publisher.output(at: "abc".startIndex)).values == ["a"])
    #expect(record((1...).publisher.prefix(2)).values == [1, 2])
  }

  @Test func reducingAndMatchingGiveAValue() {
    #expect(publisher.collect() == Result.Publisher([1, 2, 2, 3]))
    #expect(publisher.count() == Just(4))
    #expect("abc".publisher.count() == Just(3))
    #expect(publisher.setFailureType(to: TestError.self).count() == Result.Publisher(4))
    #expect(publisher.min() == Optional.Publisher(1))
    #expect(publisher.max() == Optional.Publisher(3))
    #expect(publisher.min { $0 > $1 } == Optional.Publisher(3))
    #expect(publisher.max { $0 > $1 } == Optional.Publisher(1))
    #expect(publisher.reduce(0, +) == Result.Publisher(8))
    #expect(record(publisher.tryReduce(0, +)).values == [8])
    #expect(publisher.contains(3) == Result.Publisher(true))
    #expect(publisher.contains { $0 > 3 } == Result.Publisher(false))
    #expect(record(publisher.tryContains { _ in throw TestError() }).error as? TestError == TestError())
    #expect(publisher.allSatisfy { $0 < 3 } == Result.Publisher(false))
    #expect(record(publisher.tryAllSatisfy { $0 < 4 }).values == [true])
  }

  @Test func joiningGivesASequence() {
    #expect(publisher.prepend(0) == [0, 1, 2, 2, 3].publisher)
    #expect(publisher.append(4, 5) == [1, 2, 2, 3, 4, 5].publisher)
    #expect(publisher.prepend(8..<10) == [8, 9, 1, 2, 2, 3].publisher)
    #expect(publisher.append(8..<10) == [1, 2, 2, 3, 8, 9].publisher)
    #expect([1].publisher.prepend([0].publisher).append([2].publisher) == [0, 1, 2].publisher)
  }

  @Test func theGenericOperatorsAgree() {
    let plain = publisher.eraseToAnyPublisher()
    #expect(record(plain.map { $0 * 2 }).values == [2, 4, 4, 6])
    #expect(record(plain.removeDuplicates()).values == record(publisher.removeDuplicates()).values)
    #expect(record(plain.scan(0, +)).values == record(publisher.scan(0, +)).values)
    #expect(record(plain.max()).values == record(publisher.max()).values)
    #expect(record(plain.output(in: 1..<3)).values == record(publisher.output(in: 1..<3)).values)
    #expect(record(plain.output(in: 3..<9)).values == record(publisher.output(in: 3..<9)).values)
  }
}
