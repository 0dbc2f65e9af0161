import Dispatch
import Foundation

/// Work for all cores.
package enum Cores {
  /// How many there are.
  package static var count: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }

  /// The results of `body` for each number below `count`, in their order. It is called on several threads at once.
  package static func map<Result>(_ count: Int, _ body: (Int) -> Result) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { results, initialized in
      withoutActuallyEscaping(body) { body in
        // Each call writes a slot of its own, and the caller says that `body` can be called at once.
        nonisolated(unsafe) let slots = results
        nonisolated(unsafe) let body = body
        DispatchQueue.concurrentPerform(iterations: count) { slots.initializeElement(at: $0, to: body($0)) }
      }
      initialized = count
    }
  }
}
