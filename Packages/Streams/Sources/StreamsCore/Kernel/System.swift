// The only file of StreamsCore that depends on the operating system.

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
/// Not for async functions of this module: the C library declares `pthread_self()` constant, so the optimiser would reuse
/// the result after a suspension, on another thread. In other modules, it cannot see into this function.
@_semantics("optimize.no.crossmodule") @inline(never) @usableFromInline package func currentThreadToken() -> UInt {
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

/// Waits for a short action of another thread: first yields to other threads, then sleeps between the checks.
///
/// The sleep is needed for threads of different priority. A thread that only yields does not let threads of lower
/// priority run, and may be waiting for one of them. With real-time priorities it would never return.
///
/// - Parameter rounds: the number of yields so far.
func backOff(_ rounds: inout Int) {
  if rounds < 100 {
    rounds += 1
    return yieldThread()
  }
  #if canImport(WinSDK)
    Sleep(1)
  #elseif !canImport(WASILibc)
    var time = timespec(tv_sec: 0, tv_nsec: 50_000)
    nanosleep(&time, nil)
  #endif
}

/// Stops in the debugger, which can continue. Without a debugger, the process ends.
@usableFromInline func stopInDebugger() {
  #if canImport(WinSDK)
    DebugBreak()
  #else
    #if !canImport(WASILibc)
      raise(SIGTRAP)
      // Returns if a debugger continues, or if the signal is caught: Swift's backtracer does that.
      if isDebuggerAttached { return }
    #endif
    trap("breakpoint", "a closure returned true, and no debugger is attached")
  #endif
}

#if !canImport(WinSDK) && !canImport(WASILibc)
  /// Whether another process traces this one. Also true where the system does not say.
  private var isDebuggerAttached: Bool {
    guard let file = fopen("/proc/self/status", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      if strncmp(line, "TracerPid:", 10) == 0 { return strpbrk(line, "123456789") != nil }
    }
    return true
  }
#endif
