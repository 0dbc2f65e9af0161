import Foundation

/// Notices that files in some folders were changed, added or removed.
///
/// It looks at sizes and times again and again, which works on every system and every kind of file system; a thousand
/// files take about a millisecond.
public struct FolderWatch {
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int64
    var file: UInt64
  }

  private let paths: [String]
  private var stamps: [String: Stamp]

  /// Watches the files at `paths` and those in folders among them, hidden ones aside.
  public init(_ paths: [String]) {
    self.paths = paths
    stamps = FolderWatch.stamps(of: paths)
  }

  /// Whether anything is different from the last time this was asked.
  public mutating func hasChanged() -> Bool {
    let now = FolderWatch.stamps(of: paths)
    defer { stamps = now }
    return now != stamps
  }

  private static func stamps(of paths: [String]) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    var folders: [String] = []
    func look(at path: String, isTop: Bool) {
      var status = stat()
      guard (isTop ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: folders.append(path)
      case S_IFLNK where stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR: return
      default:
        #if canImport(Darwin)
          let time = status.st_mtimespec
        #else
          let time = status.st_mtim
        #endif
        stamps[path] = Stamp(
          seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int64(status.st_size),
          file: UInt64(status.st_ino))
      }
    }
    for path in paths { look(at: path, isTop: true) }
    while let folder = folders.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { continue }
      for name in names where !name.hasPrefix(".") { look(at: "\(folder)/\(name)", isTop: false) }
    }
    return stamps
  }
}
