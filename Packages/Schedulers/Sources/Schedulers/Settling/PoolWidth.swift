import Foundation

/// The maximum number of threads of the pool for one priority.
enum PoolWidth {
  /// Counted like libdispatch: the processors of the machine, at most those that the process may use. It ignores limits
  /// on processor time, such as those of containers, so `activeProcessorCount` does not fit.
  static let expected: Int = {
    #if os(Linux) || os(Android)
      let configured = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_CONF))))
      return min(configured, allowed ?? configured)
    #else
      return max(1, ProcessInfo.processInfo.activeProcessorCount)
    #endif
  }()

  #if os(Linux) || os(Android)
    /// The number of processors that the process may use; nil if it is unknown.
    private static var allowed: Int? {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
      return allowed(in: status)
    }

    /// Counts the bits of the mask in `Cpus_allowed`, hexadecimal digits with commas.
    static func allowed(in status: String) -> Int? {
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
      let count = line.dropFirst("Cpus_allowed:".count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      return count > 0 ? count : nil
    }
  #endif
}
