import Files
import Foundation

/// What can be told of files without reading them: names, sizes and times of change.
enum Fingerprint {
  /// Covers `files` and everything that lies directly in `folders`. A file that is not there counts as such.
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
    // What lies in a folder is the folder's own business; that it is there is its parent's.
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
