import Measuring

#if AsyncAlgorithms
  import AsyncAlgorithms
  import Dispatch

  /// The rows of asynchronous functions and of real timers, with async-algorithms.
  public func rows() -> [Row] {
    let sum = Sum()
    let numbers = (0..<awaits).async
    return [
      Row("values of a sequence", operations: awaits) {
        wait { for await value in numbers { sum.add(value) } }
      },
      Row("values of map", operations: awaits) {
        wait { for await value in numbers.map({ $0 &+ 1 }) { sum.add(value) } }
      },
      Row("values of map.filter.map", operations: awaits) {
        wait { for await value in numbers.map({ $0 &* 3 }).filter({ $0 & 1 == 0 }).map({ $0 &+ 1 }) { sum.add(value) } }
      },
      Row("values of map that may fail", operations: awaits) {
        wait {
          let chain = numbers.map { number async throws -> Int in number &+ 1 }
          do { for try await value in chain { sum.add(value) } } catch {}
        }
      },
      Row("values of merge", operations: 2 * awaits) {
        wait { for await value in merge(numbers, numbers) { sum.add(value) } }
      },
      Row("values of zip", operations: awaits) {
        wait { for await (first, second) in zip(numbers, numbers) { sum.add(first &+ second) } }
      },
      Row("ping-pong through values", operations: 2 * awaits) {
        wait {
          let (pings, pongs) = (AsyncChannel<Int>(), AsyncChannel<Int>())
          async let answers: Void = { for await ping in pings { await pongs.send(ping) } }()
          var values = pongs.makeAsyncIterator()
          for ping in 1...awaits {
            await pings.send(ping)
            sum.add(await values.next() ?? 0)
          }
          pings.finish()
          await answers
        }
      },
      // Nothing is added below, because the values that arrive depend on the clock.
      Row("debounce on a DispatchQueue") {
        wait { for await _ in (0..<elements).async.debounce(for: .milliseconds(50)) {} }
      },
      Row("debounce on a clock's scheduler") {
        wait { for await _ in (0..<elements).async.debounce(for: .milliseconds(50)) {} }
      },
      Row("throttle on a DispatchQueue") {
        wait { for await _ in (0..<elements).async._throttle(for: .milliseconds(50)) {} }
      },
      Row("collect by time on a DispatchQueue") {
        wait { for await _ in (0..<elements).async.chunked(by: .repeating(every: .milliseconds(50))) {} }
      },
      Row("collect by time and count on a DispatchQueue") {
        let timer = AsyncTimerSequence.repeating(every: .milliseconds(50))
        wait { for await _ in (0..<elements).async.chunks(ofCount: 100, or: timer) {} }
      },
    ]
  }
#else
  public func rows() -> [Row] { [] }
#endif
