import Files
import Foundation

/// Identifies files.
enum Fingerprint {
  /// The names, sizes and times of change of `files`, without reading them.
  static func of(files: [String]) -> String {
    var digest = Digest()
    for file in files { digest.add("\(file) \(FileStamp(path: file).text)") }
    return digest.name
  }

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

  /// The files below `folder` with one of these endings, sorted.
  static func files(in folder: String, endingWith endings: [String] = [""]) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted().map { folder + "/" + $0 }
  }
}
