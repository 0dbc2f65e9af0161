import Files
import Foundation

/// Which tool this is, so that what another one found is checked again.
public enum ToolVersion {
  /// The version of the tool.
  public static let number = "1.0.0"

  /// A digest of the program that runs. It is kept in the folder `cache` until the program changes.
  static func digest(cache: String) -> String {
    guard let path = Bundle.main.executablePath else { return number }
    let stamp = Fingerprint.of(files: [path])
    let record = cache + "/tool-version"
    if let data = FileManager.default.contents(atPath: record) {
      let words = String(decoding: data, as: UTF8.self).split(separator: " ")
      if words.count == 2, words[0] == stamp { return String(words[1]) }
    }
    let digest = Fingerprint.ofContents([path])
    try? Data("\(stamp) \(digest)".utf8).write(to: URL(fileURLWithPath: record), options: .atomic)
    return digest
  }
}
