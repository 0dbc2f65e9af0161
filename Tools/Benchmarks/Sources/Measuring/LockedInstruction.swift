import Synchronization

/// This processor's time for an instruction that reads, changes and writes a word as one step.
public enum LockedInstruction {
  /// Measured once in a process.
  public static let nanoseconds: Double = {
    let word = Atomic<Int>(0)
    let count = 1_000_000
    let start = cpuTime()
    for _ in 0..<count { word.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    return Double(cpuTime() - start) / Double(count)
  }()
}
