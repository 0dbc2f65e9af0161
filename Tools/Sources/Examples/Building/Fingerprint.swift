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
