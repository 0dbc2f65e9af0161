import Foundation

/// What can be told of files without reading them: names, sizes and times of change.
enum Fingerprint {
  /// Covers `files` and everything that lies directly in `folders`. A file that is not there counts as such.
  static func of(files: [String], folders: [String]) -> String {
    var digest = Digest()
    for file in files { add(file, to: &digest) }
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      digest.add(folder)
      for name in names.sorted() where !name.hasPrefix(".") { add(folder + "/" + name, to: &digest) }
    }
    return digest.name
  }

  private static func add(_ path: String, to digest: inout Digest) {
    digest.add(path)
    guard let status = FileStatus(path) else {
      digest.add("missing")
      return
    }
    // What lies in a folder is the folder's own business; that it is there is its parent's.
    if !status.isFolder { digest.add("\(status.size) \(status.seconds).\(status.nanoseconds)") }
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

extension Fingerprint {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
