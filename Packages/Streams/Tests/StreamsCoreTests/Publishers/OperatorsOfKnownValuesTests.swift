import Streams
import Testing

private let failure = TestError("thrown")
private func fail(_: Int) throws -> Bool { throw failure }
private func fail(_: Int, _: Int) throws -> Bool { throw failure }
private func impossible(_: Never) -> TestError {}

// Of one type each, which the compiler need not infer.
private func optional(_ value: Int?) -> Optional<Int>.Publisher { Optional.Publisher(value) }
private func truth(_ value: Bool) -> Optional<Bool>.Publisher { Optional.Publisher(value) }
private func known(_ value: Int) -> Result<Int, TestError>.Publisher { Result.Publisher(value) }
private func knownTruth(_ value: Bool) -> Result<Bool, TestError>.Publisher { Result.Publisher(value) }

struct JustOperatorsTests {
  private let just = Just(3)

  @Test func transformingGivesAKnownValue() {
    #expect(just.map { $0 * 2 } == Just(6))
    #expect(just.tryMap { "\($0)" }.values == ["3"])
    #expect(just.tryMap { try fail($0) }.error == failure)
    #expect(just.compactMap { $0 > 5 ? $0 : nil } == optional(nil))
    #expect(just.mapError(impossible) == Result.Publisher(3))
    #expect(just.setFailureType(to: TestError.self) == Result.Publisher(3))
    #expect(just.scan(1, +) == Result.Publisher(4))
    #expect(just.tryScan(1, +).values == [4])
  }

  @Test func filteringGivesAKnownValue() {
    #expect(just.filter { $0 == 3 } == optional(3))
    #expect(just.ignoreOutput() == Empty())
    #expect(just.removeDuplicates() == just)
    #expect(just.removeDuplicates { _, _ in true } == just)
    #expect(just.tryRemoveDuplicates(by: fail).error == failure)
    #expect(just.replaceEmpty(with: 1) == just)
    #expect(just.replaceError(with: 1) == just)
    #expect(just.retry(1) == just)
  }

  @Test func selectingGivesAKnownValue() {
    #expect(just.first() == just)
    #expect(just.last() == just)
    #expect(just.first { $0 > 3 } == optional(nil))
    #expect(just.last { $0 == 3 } == optional(3))
    #expect(just.output(at: 0) == optional(3))
    #expect(just.output(at: 1) == optional(nil))
    #expect(just.output(in: 0...) == optional(3))
    #expect(just.output(in: 1..<9) == optional(nil))
    #expect(just.prefix(1) == optional(3))
    #expect(just.prefix(0) == optional(nil))
    #expect(just.prefix { $0 == 3 } == optional(3))
    #expect(just.dropFirst() == optional(nil))
    #expect(just.dropFirst(0) == optional(3))
    #expect(just.drop { $0 == 3 } == optional(nil))
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    #expect(just.collect() == Just([3]))
    #expect(just.count() == Just(1))
    #expect(just.min() == just)
    #expect(just.max() == just)
    #expect(just.min { $0 < $1 } == just)
    #expect(just.max { $0 < $1 } == just)
    #expect(just.reduce("") { $0 + "\($1)" } == Result.Publisher("3"))
    #expect(just.tryReduce(1, +).values == [4])
    #expect(just.contains(3) == Just(true))
    #expect(just.contains { $0 > 3 } == Just(false))
    #expect(just.tryContains(where: fail).error == failure)
    #expect(just.allSatisfy { $0 > 3 } == Just(false))
    #expect(just.tryAllSatisfy { $0 == 3 }.values == [true])
  }

  @Test func joiningGivesASequence() {
    #expect(just.prepend(1, 2) == Publishers.Sequence(sequence: [1, 2, 3]))
    #expect(just.prepend(1..<3) == Publishers.Sequence(sequence: [1, 2, 3]))
    #expect(just.append(4, 5) == Publishers.Sequence(sequence: [3, 4, 5]))
    #expect(just.append(4..<6) == Publishers.Sequence(sequence: [3, 4, 5]))
  }

  @Test func negativeNumbersTrap() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
  }
}

struct OptionalOperatorsTests {
  private let some = Optional<Int>.Publisher(3)
  private let none = Optional<Int>.Publisher(nil)

  @Test func transformingAndFilteringGiveAKnownValue() {
    #expect(some.map { "\($0)" } == Optional.Publisher("3"))
    #expect(none.map { "\($0)" } == Optional.Publisher(nil))
    #expect(some.compactMap { $0 == 3 ? nil : $0 } == none)
    #expect(some.scan(1, +) == optional(4))
    #expect(none.scan(1, +) == none)
    #expect(some.filter { $0 == 3 } == some)
    #expect(some.filter { $0 > 3 } == none)
    #expect(some.ignoreOutput() == Empty())
    #expect(some.removeDuplicates() == some)
    #expect(some.removeDuplicates { _, _ in true } == some)
    #expect(some.replaceEmpty(with: 1) == Just(3))
    #expect(none.replaceEmpty(with: 1) == Just(1))
    #expect(some.replaceError(with: 1) == some)
    #expect(none.retry(3) == none)
  }

  @Test func selectingGivesAKnownValue() {
    #expect(some.first() == some)
    #expect(none.last() == none)
    #expect(some.first { $0 == 3 } == some)
    #expect(some.last { $0 > 3 } == none)
    #expect(some.output(at: 0) == some)
    #expect(some.output(at: 1) == none)
    #expect(some.output(in: ..<1) == some)
    #expect(some.prefix(1) == some)
    #expect(some.prefix(0) == none)
    #expect(some.prefix { $0 > 3 } == none)
    #expect(some.dropFirst() == none)
    #expect(some.dropFirst(0) == some)
    #expect(some.drop { $0 > 3 } == some)
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    #expect(some.collect() == Optional.Publisher([3]))
    #expect(none.collect() == Optional.Publisher([]))
    #expect(some.count() == optional(1))
    #expect(none.count() == none)
    #expect(some.min() == some)
    #expect(some.max() == some)
    #expect(some.min { $0 < $1 } == some)
    #expect(none.max { $0 < $1 } == none)
    #expect(some.reduce(1, +) == optional(4))
    #expect(some.contains(3) == truth(true))
    #expect(some.contains { $0 > 3 } == truth(false))
    #expect(some.allSatisfy { $0 == 3 } == truth(true))
    #expect(none.allSatisfy { $0 > 3 } == Optional<Bool>.Publisher(nil))
  }
}

struct ResultOperatorsTests {
  private let value = Result<Int, TestError>.Publisher(3)
  private let error = Result<Int, TestError>.Publisher(TestError("known"))

  @Test func transformingGivesAKnownValue() {
    #expect(value.map { $0 + 1 } == known(4))
    #expect(error.map { $0 + 1 } == error)
    #expect(value.tryMap { try fail($0) }.error == failure)
    #expect(error.tryMap { $0 }.error == TestError("known"))
    #expect(error.mapError { TestError($0.description + "!") } == Result.Publisher(TestError("known!")))
    #expect(value.scan(1, +) == known(4))
    #expect(value.tryScan(1, +).values == [4])
    #expect(Result<Int, Never>.Publisher(3).setFailureType(to: TestError.self) == value)
  }

  @Test func filteringAndSelectingGiveAKnownValue() {
    #expect(value.ignoreOutput() == Empty())
    #expect(value.removeDuplicates() == value)
    #expect(value.removeDuplicates { _, _ in true } == value)
    #expect(value.tryRemoveDuplicates(by: fail).error == failure)
    #expect(value.replaceEmpty(with: 1) == value)
    #expect(value.replaceError(with: 1) == Result<Int, Never>.Publisher(3))
    #expect(error.replaceError(with: 1) == Result<Int, Never>.Publisher(1))
    #expect(value.retry(3) == value)
    #expect(value.first() == value)
    #expect(error.last() == error)
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    #expect(value.collect() == Result.Publisher([3]))
    #expect(value.count() == known(1))
    #expect(value.min() == value)
    #expect(value.max() == value)
    #expect(value.min { $0 < $1 } == value)
    #expect(value.max { $0 < $1 } == value)
    #expect(value.tryMin { $0 < $1 }.values == [3])
    #expect(value.tryMax(by: fail).error == failure)
    #expect(value.reduce(1, +) == known(4))
    #expect(value.tryReduce(1, +).values == [4])
    #expect(value.contains(3) == knownTruth(true))
    #expect(value.contains { $0 > 3 } == knownTruth(false))
    #expect(value.tryContains(where: fail).error == failure)
    #expect(value.allSatisfy { $0 == 3 } == knownTruth(true))
    #expect(value.tryAllSatisfy { $0 > 3 }.values == [false])
  }
}

extension Result.Publisher {
  /// The value, if there is one, in an array.
  fileprivate var values: [Success] { (try? result.get()).map { [$0] } ?? [] }
  fileprivate var error: TestError? { if case .failure(let error) = result { error as? TestError } else { nil } }
}
