import Foundation

#if os(Windows)
  import WinSDK
#endif

/// Identifies a thread.
///
/// Sendable because the handle of the thread is only compared.
struct ThreadID: Hashable, @unchecked Sendable {
  #if os(Windows)
    private let handle = GetCurrentThreadId()
  #else
    private let handle = pthread_self()
  #endif

  /// The calling thread. Never inlined or optimised, because the C library declares `pthread_self()` constant: in an async
  /// function, the optimizer would read it before a suspension and use the result after it, on another thread.
  static var current: ThreadID {
    @inline(never) @_optimize(none) get { ThreadID() }
  }
}
