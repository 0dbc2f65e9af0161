import Streams
import Testing

/// Codes integers as text; throws for negative ones and for text without a number.
struct TextCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int, number >= 0 else { throw TestError("cannot encode \(value)") }
    return "#\(number)"
  }
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let value = Int(text.dropFirst()) as? T else { throw TestError("cannot decode \(text)") }
    return value
  }
}

struct CodingTests {
  @Test func encodesEachValue() {
    expectEqual(log(numbers(0..<2).encode(encoder: TextCoder())), ["Encode", "#0", "#1", "finished"])
  }

  @Test func anErrorOfTheEncoderEndsTheStream() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.encode(encoder: TextCoder()), .max(4))
    [1, -1, 2].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["Encode", "#1", "failure(cannot encode -1)"])
    expectEqual(upstream.log, ["request(max(4))", "cancel"])
  }

  @Test func decodesEachValue() {
    let upstream = ManualPublisher<String, TestError>()
    let subscriber = record(upstream.decode(type: Int.self, decoder: TextCoder()))
    upstream.send("#7")
    upstream.send("#x")
    expectEqual(subscriber.log, ["Decode", "7", "failure(cannot decode #x)"])
    #expect(upstream.isCancelled)
  }
}
