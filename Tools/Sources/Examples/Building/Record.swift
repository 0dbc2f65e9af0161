import Foundation

/// A value in a file, which is made again only if what it was made from has changed.
struct Record<Value: Codable>: Codable {
  private var key: String
  private var value: Value

  /// - Parameters:
  ///   - path: the file.
  ///   - key: identifies what the value is made from.
  static func value(at path: String, key: String, _ make: () async throws -> Value) async throws -> Value {
    if let data = FileManager.default.contents(atPath: path),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.key == key
    {
      return record.value
    }
    let value = try await make()
    try? JSONEncoder().encode(Record(key: key, value: value)).write(to: URL(fileURLWithPath: path), options: .atomic)
    return value
  }
}
