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
    expectEqual(just.map { $0 * 2 }, Just(6))
    expectEqual(just.tryMap { "\($0)" }.values, ["3"])
    expectEqual(just.tryMap { try fail($0) }.error, failure)
    expectEqual(just.compactMap { $0 > 5 ? $0 : nil }, optional(nil))
    expectEqual(just.mapError(impossible), Result.Publisher(3))
    expectEqual(just.setFailureType(to: TestError.self), Result.Publisher(3))
    expectEqual(just.scan(1, +), Result.Publisher(4))
    expectEqual(just.tryScan(1, +).values, [4])
  }

  @Test func filteringGivesAKnownValue() {
    expectEqual(just.filter { $0 == 3 }, optional(3))
    expectEqual(just.ignoreOutput(), Empty())
    expectEqual(just.removeDuplicates(), just)
    expectEqual(just.removeDuplicates { _, _ in true }, just)
    expectEqual(just.tryRemoveDuplicates(by: fail).error, failure)
    expectEqual(just.replaceEmpty(with: 1), just)
    expectEqual(just.replaceError(with: 1), just)
    expectEqual(just.retry(1), just)
  }

  @Test func selectingGivesAKnownValue() {
    expectEqual(just.first(), just)
    expectEqual(just.last(), just)
    expectEqual(just.first { $0 > 3 }, optional(nil))
    expectEqual(just.last { $0 == 3 }, optional(3))
    expectEqual(just.output(at: 0), optional(3))
    expectEqual(just.output(at: 1), optional(nil))
    expectEqual(just.output(in: 0...), optional(3))
    expectEqual(just.output(in: 1..<9), optional(nil))
    expectEqual(just.prefix(1), optional(3))
    expectEqual(just.prefix(0), optional(nil))
    expectEqual(just.prefix { $0 == 3 }, optional(3))
    expectEqual(just.dropFirst(), optional(nil))
    expectEqual(just.dropFirst(0), optional(3))
    expectEqual(just.drop { $0 == 3 }, optional(nil))
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    expectEqual(just.collect(), Just([3]))
    expectEqual(just.count(), Just(1))
    expectEqual(just.min(), just)
    expectEqual(just.max(), just)
    expectEqual(just.min { $0 < $1 }, just)
    expectEqual(just.max { $0 < $1 }, just)
    expectEqual(just.reduce("") { $0 + "\($1)" }, Result.Publisher("3"))
    expectEqual(just.tryReduce(1, +).values, [4])
    expectEqual(just.contains(3), Just(true))
    expectEqual(just.contains { $0 > 3 }, Just(false))
    expectEqual(just.tryContains(where: fail).error, failure)
    expectEqual(just.allSatisfy { $0 > 3 }, Just(false))
    expectEqual(just.tryAllSatisfy { $0 == 3 }.values, [true])
  }

  @Test func joiningGivesASequence() {
    expectEqual(just.prepend(1, 2), Publishers.Sequence(sequence: [1, 2, 3]))
    expectEqual(just.prepend(1..<3), Publishers.Sequence(sequence: [1, 2, 3]))
    expectEqual(just.append(4, 5), Publishers.Sequence(sequence: [3, 4, 5]))
    expectEqual(just.append(4..<6), Publishers.Sequence(sequence: [3, 4, 5]))
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
    expectEqual(some.map { "\($0)" }, Optional.Publisher("3"))
    expectEqual(none.map { "\($0)" }, Optional.Publisher(nil))
    expectEqual(some.compactMap { $0 == 3 ? nil : $0 }, none)
    expectEqual(some.scan(1, +), optional(4))
    expectEqual(none.scan(1, +), none)
    expectEqual(some.filter { $0 == 3 }, some)
    expectEqual(some.filter { $0 > 3 }, none)
    expectEqual(some.ignoreOutput(), Empty())
    expectEqual(some.removeDuplicates(), some)
    expectEqual(some.removeDuplicates { _, _ in true }, some)
    expectEqual(some.replaceEmpty(with: 1), Just(3))
    expectEqual(none.replaceEmpty(with: 1), Just(1))
    expectEqual(some.replaceError(with: 1), some)
    expectEqual(none.retry(3), none)
  }

  @Test func selectingGivesAKnownValue() {
    expectEqual(some.first(), some)
    expectEqual(none.last(), none)
    expectEqual(some.first { $0 == 3 }, some)
    expectEqual(some.last { $0 > 3 }, none)
    expectEqual(some.output(at: 0), some)
    expectEqual(some.output(at: 1), none)
    expectEqual(some.output(in: ..<1), some)
    expectEqual(some.prefix(1), some)
    expectEqual(some.prefix(0), none)
    expectEqual(some.prefix { $0 > 3 }, none)
    expectEqual(some.dropFirst(), none)
    expectEqual(some.dropFirst(0), some)
    expectEqual(some.drop { $0 > 3 }, some)
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    expectEqual(some.collect(), Optional.Publisher([3]))
    expectEqual(none.collect(), Optional.Publisher([]))
    expectEqual(some.count(), optional(1))
    expectEqual(none.count(), none)
    expectEqual(some.min(), some)
    expectEqual(some.max(), some)
    expectEqual(some.min { $0 < $1 }, some)
    expectEqual(none.max { $0 < $1 }, none)
    expectEqual(some.reduce(1, +), optional(4))
    expectEqual(some.contains(3), truth(true))
    expectEqual(some.contains { $0 > 3 }, truth(false))
    expectEqual(some.allSatisfy { $0 == 3 }, truth(true))
    expectEqual(none.allSatisfy { $0 > 3 }, Optional<Bool>.Publisher(nil))
  }
}

struct ResultOperatorsTests {
  private let value = Result<Int, TestError>.Publisher(3)
  private let error = Result<Int, TestError>.Publisher(TestError("known"))

  @Test func transformingGivesAKnownValue() {
    expectEqual(value.map { $0 + 1 }, known(4))
    expectEqual(error.map { $0 + 1 }, error)
    expectEqual(value.tryMap { try fail($0) }.error, failure)
    expectEqual(error.tryMap { $0 }.error, TestError("known"))
    expectEqual(error.mapError { TestError($0.description + "!") }, Result.Publisher(TestError("known!")))
    expectEqual(value.scan(1, +), known(4))
    expectEqual(value.tryScan(1, +).values, [4])
    expectEqual(Result<Int, Never>.Publisher(3).setFailureType(to: TestError.self), value)
  }

  @Test func filteringAndSelectingGiveAKnownValue() {
    expectEqual(value.ignoreOutput(), Empty())
    expectEqual(value.removeDuplicates(), value)
    expectEqual(value.removeDuplicates { _, _ in true }, value)
    expectEqual(value.tryRemoveDuplicates(by: fail).error, failure)
    expectEqual(value.replaceEmpty(with: 1), value)
    expectEqual(value.replaceError(with: 1), Result<Int, Never>.Publisher(3))
    expectEqual(error.replaceError(with: 1), Result<Int, Never>.Publisher(1))
    expectEqual(value.retry(3), value)
    expectEqual(value.first(), value)
    expectEqual(error.last(), error)
  }

  @Test func reducingAndMatchingGiveAKnownValue() {
    expectEqual(value.collect(), Result.Publisher([3]))
    expectEqual(value.count(), known(1))
    expectEqual(value.min(), value)
    expectEqual(value.max(), value)
    expectEqual(value.min { $0 < $1 }, value)
    expectEqual(value.max { $0 < $1 }, value)
    expectEqual(value.tryMin { $0 < $1 }.values, [3])
    expectEqual(value.tryMax(by: fail).error, failure)
    expectEqual(value.reduce(1, +), known(4))
    expectEqual(value.tryReduce(1, +).values, [4])
    expectEqual(value.contains(3), knownTruth(true))
    expectEqual(value.contains { $0 > 3 }, knownTruth(false))
    expectEqual(value.tryContains(where: fail).error, failure)
    expectEqual(value.allSatisfy { $0 == 3 }, knownTruth(true))
    expectEqual(value.tryAllSatisfy { $0 > 3 }.values, [false])
  }
}

extension Result.Publisher {
  /// The value, if there is one, in an array.
  fileprivate var values: [Success] { (try? result.get()).map { [$0] } ?? [] }
  fileprivate var error: TestError? { if case .failure(let error) = result { error as? TestError } else { nil } }
}
