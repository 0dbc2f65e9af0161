/// The keys of all values that are encoded here. They share a type, because a program contains the six
/// conformances of each type of keys.
package enum CodedKey: String, CodingKey {
  case completion, date, error, magnitude, output, recording, success
  case nanoseconds = "_nanoseconds"
}

extension Decoder {
  /// Decodes the value with this key.
  package func value<Value: Decodable>(of key: CodedKey) throws -> Value {
    try container(keyedBy: CodedKey.self).decode(Value.self, forKey: key)
  }
}

extension Encoder {
  /// Encodes `value` with this key.
  package func encode(_ value: some Encodable, as key: CodedKey) throws {
    var container = container(keyedBy: CodedKey.self)
    try container.encode(value, forKey: key)
  }
}
