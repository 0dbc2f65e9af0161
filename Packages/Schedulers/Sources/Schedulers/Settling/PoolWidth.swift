import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How many threads the pool has at most for one priority.
enum PoolWidth {
  /// As libdispatch counts: the processors of the machine, but not more than the process may use. A limit on processor
  /// time, as containers have it, does not count there, so `activeProcessorCount` is not what is wanted.
  static let expected: Int = {
    #if os(Linux) || os(Android)
      let configured = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_CONF))))
      return min(configured, allowed ?? configured)
    #else
      return max(1, ProcessInfo.processInfo.activeProcessorCount)
    #endif
  }()

  #if os(Linux) || os(Android)
    /// How many processors the process may use; nil if the system does not tell.
    private static var allowed: Int? {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
      return allowed(in: status)
    }

    /// The bits of the mask in `Cpus_allowed`, hexadecimal digits with commas.
    static func allowed(in status: String) -> Int? {
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
      let count = line.dropFirst("Cpus_allowed:".count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      return count > 0 ? count : nil
    }
  #endif
}
