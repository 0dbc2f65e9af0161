import Foundation

/// What tells that a file has changed, without reading it.
struct FileStamp: Equatable {
  var size: Int64
  var seconds: Int64
  var nanoseconds: Int64
  var file: UInt64

  /// The stamp of no file.
  static let none = FileStamp(size: -1, seconds: 0, nanoseconds: 0, file: 0)

  init(size: Int64, seconds: Int64, nanoseconds: Int64, file: UInt64) {
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.file = file
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec),
      file: UInt64(status.st_ino))
  }

  /// That of the file at `path`, or `none`.
  init(path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? FileStamp(status) : .none
  }

  /// Whether the file changed so shortly before `time` that another change could leave the same stamp.
  func isFresh(at time: timespec) -> Bool {
    let age = (Int64(time.tv_sec) - seconds) * 1_000_000_000 + Int64(time.tv_nsec) - nanoseconds
    return age < 50_000_000
  }

  /// The time of the clock that stamps are made with.
  static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}
