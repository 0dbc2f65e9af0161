import Foundation
import Streams
import Testing

struct CompletionTests {
  private struct Mishap: Error, Codable, Hashable { let number: Int }
  private typealias Completion = Subscribers.Completion<Mishap>

  @Test func comesBackFromItsCode() throws {
    for completion in [Completion.finished, .failure(Mishap(number: 3))] {
      let data = try JSONEncoder().encode(completion)
      try expectEqual(JSONDecoder().decode(Completion.self, from: data), completion)
    }
  }

  @Test func isWrittenAsSuccessAndError() throws {
    func text(_ completion: Completion) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(completion), as: UTF8.self)
    }
    try expectEqual(text(.finished), #"{"success":true}"#)
    try expectEqual(text(.failure(Mishap(number: 3))), #"{"error":{"number":3},"success":false}"#)
  }

  @Test func isEqualIfItsErrorIs() {
    expectEqual(Completion.finished, .finished)
    #expect(Completion.failure(Mishap(number: 1)) != .failure(Mishap(number: 2)))
    #expect(Completion.failure(Mishap(number: 1)) != .finished)
    expectEqual(Set([Completion.finished, .finished, .failure(Mishap(number: 1))]).count, 2)
  }
}
