import Files
import Foundation

/// Which tool this is, so that what another one found is checked again.
public enum ToolVersion {
  /// The version of the tool.
  public static let number = "1.0.0"

  /// A digest of the program that runs. It is kept in the folder `cache` until the program changes.
  static func digest(cache: String) -> String {
    guard let path = Bundle.main.executablePath else { return number }
    let stamp = Fingerprint.of(files: [path], folders: [])
    let record = cache + "/tool-version"
    if let data = FileManager.default.contents(atPath: record) {
      let words = String(decoding: data, as: UTF8.self).split(separator: " ")
      if words.count == 2, words[0] == stamp { return String(words[1]) }
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return stamp }
    var digest = Digest()
    data.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count - 7, by: 8) {
        digest.add(word: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
    }
    try? Data("\(stamp) \(digest.name)".utf8).write(to: URL(fileURLWithPath: record), options: .atomic)
    return digest.name
  }
}
