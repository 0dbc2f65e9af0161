import Files
import Foundation

/// The state of files, without reading them: names, sizes and times of change.
enum Fingerprint {
  /// Covers `files` and the direct contents of `folders`. A missing file counts as missing.
  static func of(files: [String], folders: [String]) -> String {
    var digest = Digest()
    for file in files { add(file, to: &digest) }
    for folder in folders {
      digest.add(folder)
      for name in Folder(folder)?.names ?? [] { add(folder + "/" + name, to: &digest) }
    }
    return digest.name
  }

  private static func add(_ path: String, to digest: inout Digest) {
    digest.add(path)
    let stamp = FileStamp(path: path)
    // A folder's contents are part of its own entry, its existence is part of its parent's.
    if !stamp.isFolder { digest.add("\(stamp.size) \(stamp.seconds).\(stamp.nanoseconds)") }
  }

  /// The contents of `files`, in order.
  static func ofContents(_ files: [String]) -> String {
    var digest = Digest()
    for file in files {
      digest.add(file)
      if let data = FileManager.default.contents(atPath: file) { data.withUnsafeBytes { digest.add(bytes: $0) } }
      digest.add("")
    }
    return digest.name
  }
}
