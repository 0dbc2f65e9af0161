import Foundation

/// Shows without reading a file whether it exists, and whether it has changed.
package struct FileStamp: Equatable, Sendable {
  package var isFolder = false
  package var size: Int64
  package var seconds: Int64
  package var nanoseconds: Int64
  /// The number of the file in its file system.
  package var file: UInt64

  /// The stamp of no file.
  package static let none = FileStamp(size: -1, seconds: 0, nanoseconds: 0, file: 0)

  package init(size: Int64, seconds: Int64, nanoseconds: Int64, file: UInt64) {
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.file = file
  }

  package init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec),
      file: UInt64(status.st_ino))
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }

  /// The stamp of the file at `path`, or of the target of a link there; `none` if there is no file.
  package init(path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? FileStamp(status) : .none
  }

  /// Whether there is a file or folder at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package var exists: Bool { self != .none }

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
