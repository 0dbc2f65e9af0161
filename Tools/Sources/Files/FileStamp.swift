import Foundation

/// Shows without reading a file whether it exists, and whether it has changed.
package struct FileStamp: Equatable, Sendable {
  package private(set) var isFolder = false
  package private(set) var size: Int64 = -1
  package private(set) var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
  /// The number of the file in its file system.
  package private(set) var file: UInt64 = 0

  /// The stamp of the file at `path`, or of the target of a link there.
  package init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (size, file) = (Int64(status.st_size), UInt64(status.st_ino))
    (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is a file or folder at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package var exists: Bool { size >= 0 }

  /// Whether there is a symbolic link at `path`.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The time of the clock that stamps are made with.
  package static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}
