import Dispatch
import Foundation

/// Wakes the waiting thread when the system reports a change in a folder.
///
/// Linux tells through inotify. Elsewhere there are no events here, and all waiting ends by the clock.
final class FolderEvents {
  private let signals: AsyncStream<Bool>
  private let signal: AsyncStream<Bool>.Continuation
  private var source: (any DispatchSourceRead)?
  private var descriptor: Int32 = -1

  /// Whether every folder that was named is watched.
  private(set) var areReliable = false

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return }
      areReliable = true
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .userInitiated))
      source.setEventHandler { [descriptor, signal] in
        // What happened is not of interest, only that something did.
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
          while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        signal.yield(true)
      }
      source.setCancelHandler { [descriptor] in close(descriptor) }
      source.activate()
      self.source = source
    #endif
  }

  deinit {
    source?.cancel()
  }

  /// Wakes from now on when a file in `folder`, not below it, has been saved, added or removed.
  func watch(_ folder: String) {
    #if os(Linux)
      // A saved file is closed after writing; before that it may be incomplete. A file that is never closed, or
      // a new link, is found when the time is up.
      let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
      guard areReliable, inotify_add_watch(descriptor, folder, UInt32(kinds)) < 0 else { return }
      // There are more folders than the system wants to watch.
      if errno == ENOSPC || errno == ENOMEM { areReliable = false }
    #endif
  }

  /// Waits for the next change, or until `limit` is over.
  ///
  /// - Returns: whether there was a change.
  @discardableResult
  func next(within limit: Duration) async throws -> Bool {
    let timer = Task { [signal] in
      try await Task.sleep(for: limit)
      signal.yield(false)
    }
    defer { timer.cancel() }
    var iterator = signals.makeAsyncIterator()
    let isChange = await iterator.next()
    try Task.checkCancellation()
    return isChange ?? false
  }
}
