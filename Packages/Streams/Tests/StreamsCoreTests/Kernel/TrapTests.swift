import Streams
import Testing

/// Code that breaks a rule stops the program, with a message that names the operator and the rule.
struct TrapTests {
  @Test(arguments: misuses.keys.sorted())
  func aTrapNamesTheOperatorAndTheRule(_ misuse: String) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
      misuses[misuse]?.commit()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(try #require(misuses[misuse]).message))
  }
}

private struct Misuse {
  let message: String
  let commit: () -> Void

  init(_ message: String, _ commit: @escaping () -> Void) {
    self.message = message
    self.commit = commit
  }

  /// Asks a publisher for no values.
  static func asking<P: Publisher>(_ name: String, _ publisher: @escaping () -> P) -> Misuse {
    Misuse("\(name): a request must ask for at least one value") {
      publisher().subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }
}

private func one() -> AnyPublisher<Int, Never> { Just(1).eraseToAnyPublisher() }

nonisolated(unsafe) private let misuses: [String: Misuse] = numbers.merging(requests) { $1 }

nonisolated(unsafe) private let numbers: [String: Misuse] = [
  "Demand.max": Misuse("Demand.max(_:): the value must not be negative") { _ = Subscribers.Demand.max(-1) },
  "Demand + Int": Misuse("Demand +: the result must not be negative") { _ = Subscribers.Demand.max(1) + -2 },
  "Demand * Int": Misuse("Demand *: the factor must not be negative") { _ = Subscribers.Demand.max(1) * -2 },
  "Demand * Int, beyond the range": Misuse("Demand *: the factor must not be negative") {
    _ = Subscribers.Demand.max(.max) * -2
  },
  "Demand - Demand": Misuse("Demand -: the result must not be negative") { _ = Subscribers.Demand.none - .max(1) },
  "Demand - Int": Misuse("Demand -: the result must not be negative") { _ = Subscribers.Demand.max(1) - 2 },
  "prefix": Misuse("prefix: the number of values must not be negative") { _ = one().prefix(-1) },
  "Just.prefix": Misuse("prefix: the number of values must not be negative") { _ = Just(1).prefix(-1) },
  "Sequence.prefix": Misuse("prefix: the number of values must not be negative") { _ = [1].publisher.prefix(-1) },
  "dropFirst": Misuse("dropFirst: the number of values must not be negative") { _ = record(one().dropFirst(-1)) },
  "Just.dropFirst": Misuse("dropFirst: the number of values must not be negative") { _ = Just(1).dropFirst(-1) },
  "Sequence.dropFirst": Misuse("dropFirst: the number of values must not be negative") {
    _ = [1].publisher.dropFirst(-1)
  },
  "output(at:)": Misuse("output(at:): the index must not be negative") { _ = one().output(at: -1) },
  "Just.output": Misuse("output(at:): the index must not be negative") { _ = Just(1).output(at: -1) },
  "collect(0)": Misuse("collect(_:): the count must be positive") { _ = one().collect(0) },
  "collect by time or 0": Misuse("collect(.byTimeOrCount): the count must be greater than 0") {
    _ = record(one().collect(.byTimeOrCount(ImmediateScheduler.shared, .seconds(1), 0)))
  },
  "buffer": Misuse("buffer: the size must not be negative") {
    _ = record(one().buffer(size: -1, prefetch: .keepFull, whenFull: .dropNewest))
  },
  "Recording, value": Misuse("Record.Recording: no value may be received after the completion") {
    var recording = Record<Int, Never>.Recording()
    recording.receive(completion: .finished)
    recording.receive(1)
  },
  "Recording, completion": Misuse("Record.Recording: a completion may be received only once") {
    var recording = Record<Int, Never>.Recording()
    recording.receive(completion: .finished)
    recording.receive(completion: .finished)
  },
  "stride of no number": Misuse("ImmediateScheduler.SchedulerTimeType.Stride: nan is out of range") {
    _ = ImmediateScheduler.SchedulerTimeType.Stride(floatLiteral: .nan)
  },
]

nonisolated(unsafe) private let requests: [String: Misuse] = [
  "request: Just": .asking("Just") { Just(1) },
  "request: Optional": .asking("Optional") { Optional(1).publisher },
  "request: Result": .asking("Once") { Result<Int, Never>.success(1).publisher },
  "request: Future": .asking("Future") { Future<Int, Never> { $0(.success(1)) } },
  "request: PassthroughSubject": .asking("PassthroughSubject") { PassthroughSubject<Int, Never>() },
  "request: CurrentValueSubject": .asking("CurrentValueSubject") { CurrentValueSubject<Int, Never>(1) },
  "request: share": .asking("share") { one().share() },
  "request: flatMap": .asking("FlatMap") { one().flatMap { Just($0) } },
  "request: switchToLatest": .asking("SwitchToLatest") { one().map { Just($0) }.switchToLatest() },
  "request: reduce": .asking("Reduce") { one().reduce(0, +) },
  "request: collect": .asking("Collect") { one().collect() },
  "request: contains": .asking("Contains") { one().contains(1) },
  "request: catch": .asking("Catch") { one().tryMap { $0 }.catch { _ in Just(2) } },
  "request: replaceEmpty": .asking("ReplaceEmpty") { one().replaceEmpty(with: 2) },
  "request: collect by time": .asking("collect(by time)") { one().collect(.byTime(ImmediateScheduler.shared, 1)) },
]
