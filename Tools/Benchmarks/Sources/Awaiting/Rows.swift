import Dispatch
import Measuring
import Streams

/// Streams in asynchronous functions, beside bare continuations.
public func rows() -> [Row] {
  let sum = Sum()
  return section(
    "Async functions",
    [
      Row("values of map.filter.map", goal: Goal(timesLoop: 1.4, allocations: 0), loop: continuation) {
        wait {
          let chain = (0..<elements).publisher.map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }
          for await value in chain.values { sum.add(value) }
        }
      },
      Row("values of merge", operations: 2 * elements, goal: Goal(timesLoop: 1.4, allocations: 0), loop: continuations)
      {
        wait {
          let merged = (0..<elements).publisher.merge(with: (0..<elements).publisher)
          for await value in merged.values { sum.add(value) }
        }
      },
      Row("values of map that may fail", goal: Goal(timesLoop: 1.4, allocations: 0), loop: continuation) {
        wait {
          let chain = (0..<elements).publisher.setFailureType(to: CancellationError.self).map { $0 &+ 1 }
          do { for try await value in chain.values { sum.add(value) } } catch {}
        }
      },
      Row("values sent by a queue when requested", operations: handoffs, goal: Goal(timesLoop: 1.5), loop: handoff) {
        wait {
          let subject = PassthroughSubject<Int, Never>()
          let values = subject.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
            .handleEvents(receiveRequest: { _ in queue.async { subject.send(1) } }).values
          for await value in values.prefix(handoffs) { sum.add(value) }
        }
      },
      Row("value of a future", goal: Goal(timesLoop: 1.4), loop: continuation) {
        wait { for number in 0..<elements { sum.add(await Future<Int, Never> { $0(.success(number)) }.value) } }
      },
    ])
}

private let queue = DispatchQueue(label: "benchmark")
private let handoffs = 10_000

/// One await of a continuation that can be cancelled and is resumed at once.
private var continuation: Loop { Loop { sum in { wait { await resume(elements, sum) } } } }
private var continuations: Loop {
  Loop(operations: 2 * elements) { sum in { wait { await resume(2 * elements, sum) } } }
}

private func resume(_ count: Int, _ sum: Sum) async {
  for number in 0..<count {
    sum.add(
      await withTaskCancellationHandler {
        await withUnsafeContinuation { $0.resume(returning: number) }
      } onCancel: {
      })
  }
}

/// One await of a continuation that is resumed on a queue.
private var handoff: Loop {
  Loop(operations: handoffs) { sum in
    {
      wait {
        for _ in 0..<handoffs {
          sum.add(
            await withTaskCancellationHandler {
              await withUnsafeContinuation { waiter in queue.async { waiter.resume(returning: 1) } }
            } onCancel: {
            })
        }
      }
    }
  }
}

/// Runs `body` in a task, and blocks the calling thread until it has returned.
private func wait(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    end.signal()
  }
  end.wait()
}
