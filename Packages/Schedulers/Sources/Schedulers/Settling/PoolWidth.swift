import Foundation

/// The threads of the pool, as far as the system tells.
enum PoolWidth {
  #if os(Linux) || os(Android)
    private static let configured = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_CONF))))

    /// The maximum number of threads of the pool for one priority, counted like libdispatch: the processors of the
    /// machine, at most those that the process may use. It ignores limits on processor time, such as those of
    /// containers, so `activeProcessorCount` does not fit.
    static let expected = min(configured, allowed ?? configured)

    /// Whether the pool may have more. If all threads of a priority are blocked for a moment, libdispatch adds one, and
    /// Swift uses as many as the machine has processors.
    static let mayGrow = expected < configured

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

    /// Whether threads of this process other than the calling one run, or could run on a free processor; false if it is
    /// unknown.
    static var othersRun: Bool {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return threads.count { thread in
        let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
        // The state follows the name, which is in parentheses. Running, or waiting for a disk.
        guard let line, let nameEnd = line.lastIndex(of: ")") else { return false }
        return line[nameEnd...].dropFirst(2).first.map { "RD".contains($0) } ?? false
      } > 1
    }
  #else
    static let expected = max(1, ProcessInfo.processInfo.activeProcessorCount)
    static let mayGrow = false
    static let othersRun = false
  #endif
}
