import StreamsLaws
import StreamsTesting

private final class Model {
  @Published var number = 1
}

extension Table {
  static let sources: [Row] = [
    Row(source: "Just") { Just(1) },
    Row(source: "Empty") { Empty<Int, LawError>() },
    Row(source: "Empty (that does not complete)") { Empty<Int, LawError>(completeImmediately: false) },
    Row(source: "Fail") { Fail<Int, LawError>(error: LawError()) },
    Row(source: "Optional.Publisher") { Int?.some(1).publisher },
    Row(source: "Optional.Publisher (of none)") { Int?.none.publisher },
    Row(source: "Result.Publisher") { Result<Int, LawError>.success(1).publisher },
    Row(source: "Result.Publisher (of a failure)") {
      Result<Int, LawError>.failure(LawError()).publisher
    },
    Row(source: "Publishers.Sequence") { (1...100).publisher },
    Row(source: "Publishers.Sequence (of none)") { [Int]().publisher },
    Row(source: "Publishers.Sequence (endless)", endless: true) { sequence(first: 1) { $0 &+ 1 }.publisher },
    Row(source: "Future") { Future<Int, LawError> { $0(.success(1)) } },
    Row(source: "Future (that fails)") { Future<Int, LawError> { $0(.failure(LawError())) } },
    Row(source: "Deferred") { Deferred { (1...3).publisher } },
    Row(source: "Record") {
      Record<Int, LawError> { recording in
        for value in 1...100 { recording.receive(value) }
        recording.receive(completion: .failure(LawError()))
      }
    },
    Row(source: "AnyPublisher") { (1...100).publisher.eraseToAnyPublisher() },
    Row(source: "Published.Publisher") { Model().$number },
    Row(source: "ObservableObjectPublisher") { ObservableObjectPublisher() },
    // Operators keep each other until they end or are cancelled.
    Row(source: "append (to a sequence)") { [1, 2, 3].publisher.eraseToAnyPublisher().append(4) },
    Row(source: "zip (of sequences)") { [1, 2, 3].publisher.zip([4, 5].publisher).map(+) },
    Row(source: "merge (of sequences)", delivers: .allInAnyOrder) { [1, 2].publisher.merge(with: [3].publisher) },
    Row(source: "switchToLatest (of a sequence)", delivers: .some) {
      [1, 2, 3].publisher.map { Just($0) }.switchToLatest()
    },
    Row(source: "flatMap (after collect)", delivers: .allInAnyOrder) {
      (1...5).publisher.collect(2).flatMap { $0.publisher }
    },
  ]

  static let subjects: [Row] = [
    Row(subject: "PassthroughSubject") { PassthroughSubject<Int, LawError>() },
    Row(subject: "CurrentValueSubject") { CurrentValueSubject<Int, LawError>(0) },
  ]
}
