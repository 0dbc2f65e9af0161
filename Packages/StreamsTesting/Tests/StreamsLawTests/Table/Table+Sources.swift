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
    Row(source: "Published.Publisher", except: heldByTheSubject) { Model().$number },
    Row(source: "ObservableObjectPublisher", except: heldByTheSubject) { ObservableObjectPublisher() },
  ]

  private static let heldByTheSubject: [LawRule: String] = [
    .noLeaks: "a subject and its subscriptions keep each other until they are cancelled, as Apple's do"
  ]

  static let subjects: [Row] = [
    Row(subject: "PassthroughSubject") { PassthroughSubject<Int, LawError>() },
    Row(subject: "CurrentValueSubject") { CurrentValueSubject<Int, LawError>(0) },
  ]
}
