import Schedulers
import Testing

/// Actors that live on a timeline run one job at a time, also where a job advances the timeline.
@Suite(.timeLimit(.minutes(1))) struct ActorExecutorTests {
  private actor Counter {
    private let executor: TimelineActorExecutor
    private(set) var log: [String] = []

    init(on timeline: Timeline) { executor = timeline.actorExecutor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Advances in the midst of a job, while another job of this actor is ready.
    func advance() {
      log.append("begins")
      executor.timeline.schedule(in: .seconds(1)) {}
      executor.timeline.advance(by: .seconds(1))
      log.append("ends")
    }

    func interrupt() { log.append("interrupts") }
  }

  @Test func anAdvanceWithinAJobDoesNotRunTheNext() async {
    guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) else { return }
    let timeline = Timeline()
    let counter = Counter(on: timeline)
    let other = Log<String>()
    timeline.task { await counter.advance() }
    timeline.task { await counter.interrupt() }
    timeline.task {
      await Task.yield()
      other.add("runs")
    }
    await timeline.advance()
    let task = timeline.task { await counter.log }
    await timeline.advance()
    let log = try? await task.value
    #expect(log == ["begins", "ends", "interrupts"])
    #expect(other.all == ["runs"])
    #expect(timeline.now.offset == .seconds(1))
  }
}
