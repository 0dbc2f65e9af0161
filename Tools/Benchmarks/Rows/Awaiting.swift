import Dispatch
import Measuring

/// Values in asynchronous functions, beside bare continuations and async-algorithms.
func awaiting() -> [Row] {
  let sum = Sum()
  return [
    Row("values of a sequence", operations: awaits, goal: .awaiting(allocations: 0), loop: .continuation) {
      wait { for await value in source(awaits).values { sum.add(value) } }
    },
    Row("values of map", operations: awaits, goal: .awaiting(allocations: 0), loop: .continuation) {
      wait { for await value in source(awaits).map({ $0 &+ 1 }).values { sum.add(value) } }
    },
    Row("values of map.filter.map", operations: awaits, goal: .awaiting(allocations: 0), loop: .continuation) {
      wait {
        let chain = source(awaits).map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }
        for await value in chain.values { sum.add(value) }
      }
    },
    Row("values of map that may fail", operations: awaits, goal: .awaiting(allocations: 0), loop: .continuation) {
      wait {
        let chain = source(awaits).setFailureType(to: CancellationError.self).map { $0 &+ 1 }
        do { for try await value in chain.values { sum.add(value) } } catch {}
      }
    },
    Row("values of zip", operations: awaits, goal: .awaiting(times: 2, allocations: 0), loop: .continuation) {
      wait { for await (first, second) in source(awaits).zip(source(awaits)).values { sum.add(first &+ second) } }
    },
    Row("values sent by a queue when requested", operations: awaits, goal: .awaiting(times: 1.5), loop: .handoff) {
      waitOnOneProcessor {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
          .handleEvents(receiveRequest: { _ in queue.async { subject.send(1) } }).values
        for await value in values.prefix(awaits) { sum.add(value) }
      }
    },
    // Two tasks wait for one another's values. A subject keeps its last value until the other task requests it.
    Row("ping-pong through values", operations: 2 * awaits, goal: .awaiting(times: 1.5), loop: .pingPong) {
      wait {
        let (pings, pongs) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
        async let answers: Void = { for await ping in pings.values where ping > 0 { pongs.send(ping) } }()
        for await pong in pongs.values {
          sum.add(pong)
          if pong == awaits { break }
          pings.send(pong + 1)
        }
        pings.send(completion: .finished)
        await answers
      }
    },
    Row("value of a future", operations: awaits, goal: .awaiting(), loop: .continuation) {
      wait { for number in 0..<awaits { sum.add(await Future<Int, Never> { $0(.success(number)) }.value) } }
    },
    Row(
      "value of a future that a task fulfils later", operations: awaits, goal: .awaiting(times: 1.5), loop: .fulfilling
    ) {
      waitOnOneProcessor {
        for number in 0..<awaits {
          let future = Future<Int, Never> { promise in
            let held = Held(promise: promise)
            Task { held.promise(.success(number)) }
          }
          sum.add(await future.value)
        }
      }
    },
  ]
}

/// A promise for a task. That of OpenCombine is not Sendable.
private struct Held: @unchecked Sendable {
  let promise: Future<Int, Never>.Promise
}
