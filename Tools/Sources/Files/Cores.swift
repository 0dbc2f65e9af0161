import Dispatch
import Foundation

/// Work for all cores.
package enum Cores {
  /// How many there are.
  package static var count: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }

  /// What `body` returns for each number below `count`, in their order. It is called on several threads at once.
  package static func map<Result>(_ count: Int, _ body: (Int) -> Result) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { results, initialized in
      let slots = Slots(results)
      withoutActuallyEscaping(body) { body in
        let work = Work(body)
        DispatchQueue.concurrentPerform(iterations: count) { slots.buffer.initializeElement(at: $0, to: work.body($0)) }
      }
      initialized = count
    }
  }

  /// Sendable because each call writes a slot of its own.
  private struct Slots<Result>: @unchecked Sendable {
    let buffer: UnsafeMutableBufferPointer<Result>
    init(_ buffer: UnsafeMutableBufferPointer<Result>) { self.buffer = buffer }
  }

  /// Sendable because who calls `map` says that it can be called at once.
  private struct Work<Result>: @unchecked Sendable {
    let body: (Int) -> Result
    init(_ body: @escaping (Int) -> Result) { self.body = body }
  }
}
