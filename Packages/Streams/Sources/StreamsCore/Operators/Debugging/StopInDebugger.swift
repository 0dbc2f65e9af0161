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
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix("TracerPid:") { return text.contains { ("1"..."9").contains($0) } }
    }
    return true
  }
#endif
