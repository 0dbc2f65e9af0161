import Foundation

/// Whole files, read and written with few system calls. If that fails, `errno` says why.
package enum FileBytes {
  /// The bytes of the file at `path`; nil if it cannot be read, is no file, or has more than `most` bytes.
  package static func read(_ path: String, most: Int = .max) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // A pipe is not opened: that would wait for a process that writes into it.
    guard status.st_mode & S_IFMT == S_IFREG else {
      errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE
      return nil
    }
    guard status.st_size <= most else {
      errno = EFBIG
      return nil
    }
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    setvbuf(file, nil, _IONBF, 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      if !buffer.isEmpty { count = fread(buffer.baseAddress!, 1, buffer.count, file) }
    }
    return ferror(file) == 0 ? bytes : nil
  }

  /// Writes a file; false if that fails.
  package static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    setvbuf(file, nil, _IONBF, 0)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let reason = errno
    let isClosed = fclose(file) == 0
    if !isWritten { errno = reason }
    return isWritten && isClosed
  }
}
