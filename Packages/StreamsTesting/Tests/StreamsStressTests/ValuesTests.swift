import Foundation
import StreamsTesting
import Testing

#if COMBINE_TOOLSET || canImport(Darwin)
  // Apple's subjects do not conform, so these tests declare it, as code for Apple's platforms does.
  extension PassthroughSubject: @unchecked @retroactive Sendable where Output: Sendable {}
#endif

/// Tasks that iterate, while threads send, and that are cancelled at any moment.
@Suite(.leakCheck()) struct ValuesTests {
  @Test func tasksIterateOverValuesWhileOthersCancel() async {
    let deadline = Date(timeIntervalSinceNow: Stress.seconds)
    repeat {
      let census = Census()
      await round(census)
      let limit = Date(timeIntervalSinceNow: 20)
      while census.alive > 0, Date() < limit { await Task.yield() }
      #expect(census.alive == 0, "objects are still in memory")
    } while Date() < deadline
  }

  private func round(_ census: Census) async {
    let subject = PassthroughSubject<Int, Never>()
    let tasks = (0..<8).map { number in
      Task {
        let member = census.member()
        var last = -1
        var isAscending = true
        for await value in subject.values {
          if value <= last { isAscending = false }
          last = value
          if value > 100 * number { break }
        }
        withExtendedLifetime(member) {}
        return isAscending
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Races.concurrently(4) { thread in
          if thread == 0 { for value in 0..<1_000 { subject.send(value) } }
          if thread == 1 { for task in tasks[..<3] { task.cancel() } }
        }
        subject.send(completion: .finished)
        continuation.resume()
      }
    }
    for task in tasks { #expect(await task.value, "values out of order") }
  }
}
