import Files
import Foundation

/// Identifies files.
enum Fingerprint {
  /// The names and contents of `files`.
  static func ofContents(_ files: [String]) -> String {
    var digest = Digest()
    for file in files {
      digest.add(file)
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe) else { continue }
      data.withUnsafeBytes { bytes in
        let words = bytes.count / 8 * 8
        for start in stride(from: 0, to: words, by: 8) {
          digest.add(word: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        digest.add(bytes: bytes[words...])
      }
    }
    return digest.name
  }
}

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
