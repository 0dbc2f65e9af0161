#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(WinSDK)
  import WinSDK
#elseif canImport(Darwin)
  import Darwin
#endif

/// Identifies the current thread, to distinguish a reentrant call from a concurrent one. It differs between all running
/// threads, is never 0, and its two lowest bits are free.
///
/// The optimiser must not see into it, because the C library declares `pthread_self()` constant: in an async function,
/// the result would be reused after a suspension, on another thread.
@_optimize(none) @inline(never) @usableFromInline package func currentThreadToken() -> UInt {
  #if canImport(WinSDK)
    UInt(GetCurrentThreadId()) &<< 4
  #elseif canImport(WASILibc)
    16
  #elseif canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Lets another thread run.
@usableFromInline package func yieldThread() {
  #if canImport(WinSDK)
    SwitchToThread()
  #else
    sched_yield()
  #endif
}

/// Lets all other threads run, including those of lower priority.
func sleepThread() {
  #if canImport(WinSDK)
    Sleep(1)
  #elseif !canImport(WASILibc)
    var time = timespec(tv_sec: 0, tv_nsec: 50_000)
    nanosleep(&time, nil)
  #endif
}
