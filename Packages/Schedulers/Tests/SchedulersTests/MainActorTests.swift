import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

/// Models of the main actor, advanced from there. They settle within a bound, inside `withVirtualTime` and without.
@Suite(.timeLimit(.minutes(10))) @MainActor struct MainActorTests {
  @MainActor final class Model {
    private(set) var steps: [String] = []
    private let timeline: Timeline
    init(_ timeline: Timeline) { self.timeline = timeline }

    /// Two sleeps, with `hops` on the main actor after each.
    func start(hops: Int) {
      Task {
        for step in 1...2 {
          try await timeline.sleep(for: .seconds(1))
          for _ in 0..<hops { await hop() }
          steps.append("\(step)")
        }
      }
    }

    func hop() async {
      await withUnsafeContinuation { (next: UnsafeContinuation<Void, Never>) in
        DispatchQueue.main.async { next.resume() }
      }
    }
  }

  @Test(arguments: [false, true]) func modelsFollowAnAdvance(isScoped: Bool) async {
    for hops in [0, 5] {
      for _ in 0..<3 {
        func body(_ timeline: Timeline) async {
          let model = Model(timeline)
          model.start(hops: hops)
          await timeline.advance(by: .seconds(1))
          expectEqual(model.steps, ["1"])
          await timeline.advance(by: .seconds(1))
          expectEqual(model.steps, ["1", "2"])
        }
        if isScoped {
          await withVirtualTime { await body($0) }
        } else {
          await body(Timeline())
        }
      }
    }
  }

  /// The bound is real: what hops on without end does not keep an advance from returning.
  @Test func anAdvanceReturnsDespiteEndlessHops() async {
    let timeline = Timeline()
    let model = Model(timeline)
    let hopping = Task { while !Task.isCancelled { await model.hop() } }
    await timeline.advance(by: .seconds(1))
    expectEqual(timeline.now.offset, .seconds(1))
    hopping.cancel()
  }

  /// The advance does not run the ready job itself, because it would wait for the other thread first.
  @Test func anAdvanceDoesNotBlockTheMainThreadThatAnActionWaitsFor() async {
    let timeline = Timeline()
    let (started, served) = (DispatchSemaphore(value: 0), Log<Bool>())
    timeline.schedule {
      timeline.task {}
      started.signal()
      let main = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { main.signal() }
      served.add(main.wait(timeout: .now() + 10) == .success)
    }
    Thread.detachNewThread { timeline.advance() }
    func wait() { started.wait() }
    wait()
    await timeline.advance()
    expectEqual(served.all, [true])
  }

  @Test func aDebouncedSearchOfAModelFollowsAnAdvance() async {
    let scheduler = DispatchQueue.test
    var shown: [String] = []
    let typed = PassthroughSubject<String, Never>()
    let search = typed.debounce(for: .milliseconds(300), scheduler: scheduler).sink { query in
      MainActor.assumeIsolated {
        _ = Task {
          try await scheduler.sleep(for: .seconds(1))
          shown.append("results for \(query)")
        }
      }
    }
    typed.send("a")
    await scheduler.advance(by: .milliseconds(100))
    typed.send("ab")
    await scheduler.advance(by: .milliseconds(1300))
    expectEqual(shown, ["results for ab"])
    search.cancel()
  }
}
