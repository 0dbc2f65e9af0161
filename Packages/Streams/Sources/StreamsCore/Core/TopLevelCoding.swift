/// Encodes values as another type, such as JSON data.
public protocol TopLevelEncoder<Output> {
  /// The type of the encoded data.
  associatedtype Output
  /// Encodes `value`. Throws if that fails.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Decodes values from another type, such as JSON data.
public protocol TopLevelDecoder<Input> {
  /// The type of the encoded data.
  associatedtype Input
  /// Decodes a value of type `type`. Throws if that fails.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
