/// Encodes values as another type, such as JSON data.
public protocol TopLevelEncoder<Output> {
  /// What it makes.
  associatedtype Output
  /// Encodes `value`, or throws the reason why it cannot.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Decodes values from another type, such as JSON data.
public protocol TopLevelDecoder<Input> {
  /// What it reads.
  associatedtype Input
  /// Decodes a value of type `type`, or throws the reason why it cannot.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
