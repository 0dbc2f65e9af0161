/// The keys of all values that are encoded here. They share a type, because a program contains the conformances of each
/// type of keys; an enum would have six.
package struct CodedKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }

  package static var completion: CodedKey { CodedKey(stringValue: "completion") }
  package static var date: CodedKey { CodedKey(stringValue: "date") }
  package static var error: CodedKey { CodedKey(stringValue: "error") }
  package static var magnitude: CodedKey { CodedKey(stringValue: "magnitude") }
  package static var nanoseconds: CodedKey { CodedKey(stringValue: "_nanoseconds") }
  package static var output: CodedKey { CodedKey(stringValue: "output") }
  package static var recording: CodedKey { CodedKey(stringValue: "recording") }
  package static var success: CodedKey { CodedKey(stringValue: "success") }
}

extension Decoder {
  /// Decodes the value with this key.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never") package func value<Value: Decodable>(
    of key: CodedKey
  ) throws -> Value {
    try container(keyedBy: CodedKey.self).decode(Value.self, forKey: key)
  }
}

extension Encoder {
  /// Encodes `value` with this key.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never") package func encode(
    _ value: some Encodable, as key: CodedKey
  ) throws {
    var container = container(keyedBy: CodedKey.self)
    try container.encode(value, forKey: key)
  }
}
