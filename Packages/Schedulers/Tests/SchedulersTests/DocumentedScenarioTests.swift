import Dispatch
import Foundation
import Schedulers
import Streams
import Testing

/// The walk-throughs that users know from elsewhere, with the outputs that they know.
struct DocumentedScenarioTests {
  @Test func delayAndMeasureInterval() {
    var lines: [String] = []
    let scheduler = VirtualTimeScheduler()
    let cancellable = Just(42)
      .delay(for: .seconds(3), scheduler: scheduler)
      .measureInterval(using: scheduler)
      .sink { value in lines.append("Received \(value.magnitude) seconds later") }
    expectEqual(lines, [])
    scheduler.run()
    expectEqual(lines, ["Received 3.0 seconds later"])
    cancellable.cancel()
  }

  @Test func debounce() {
    var lines: [String] = []
    let scheduler = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable =
      subject
      .debounce(for: .seconds(1), scheduler: scheduler)
      .sink { value in
        let timeInterval = scheduler.now.timeIntervalSinceReferenceTime
        lines.append("Received \(value), \(timeInterval) seconds later")
      }
    for value in 0..<4 {
      subject.send(value)
      scheduler.advanceTime(by: .seconds(0.1))
    }
    scheduler.advanceTime(by: .seconds(1))
    for value in 4..<8 {
      subject.send(value)
      scheduler.advanceTime(by: .seconds(0.1))
    }
    scheduler.advanceTime(by: .seconds(1))
    _ = cancellable
    expectEqual(lines, ["Received 3, 1.4 seconds later", "Received 7, 2.8 seconds later"])
  }

  @Test func debounceOnATestScheduler() {
    let scheduler = DispatchQueue.test
    let subject = PassthroughSubject<Int, Never>()
    var seen: [String] = []
    let cancellable = subject.debounce(for: .milliseconds(500), scheduler: scheduler)
      .sink { seen.append("\($0)@\(scheduler.timeline.now.offset)") }
    for (index, pause) in [0.25, 0.75, 0.25, 0.25, 0.5, 1].enumerated() {
      subject.send(index)
      scheduler.advance(by: .seconds(pause))
    }
    expectEqual(seen, ["1@0.75 seconds", "4@2.0 seconds", "5@2.5 seconds"])
    cancellable.cancel()
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func throttle() {
    let scheduler = DispatchQueue.test
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let cancellable = subject.throttle(for: 1, scheduler: scheduler, latest: true).sink { seen.append($0) }
    subject.send(1)
    scheduler.advance()
    expectEqual(seen, [1])
    subject.send(2)
    subject.send(3)
    scheduler.advance(by: 0.5)
    expectEqual(seen, [1])
    scheduler.advance(by: 0.5)
    expectEqual(seen, [1, 3])
    cancellable.cancel()
  }

  final class Race {
    let scheduler: AnySchedulerOf<DispatchQueue>
    init(scheduler: AnySchedulerOf<DispatchQueue>) { self.scheduler = scheduler }
    func load() -> AnyPublisher<Int, Never> {
      Just(1).delay(for: .seconds(10), scheduler: scheduler).receive(on: scheduler).eraseToAnyPublisher()
    }
  }

  @Test func anErasedSchedulerIsInjected() {
    var seen: [Int] = []
    let immediate = Race(scheduler: .immediate).load().sink { seen.append($0) }
    expectEqual(seen, [1])
    let test = DispatchQueue.test
    let virtual = Race(scheduler: test.eraseToAnyScheduler()).load().sink { seen.append($0) }
    test.advance(by: 9)
    expectEqual(seen, [1])
    test.advance(by: 1)
    expectEqual(seen, [1, 1])
    immediate.cancel()
    virtual.cancel()
  }

  struct Episode: Equatable, Sendable { let id: Int }

  final class HomeViewModel<S: Scheduler>: ObservableObject {
    @Published private(set) var episodes: [Episode] = []
    private let scheduler: S
    init(scheduler: S) { self.scheduler = scheduler }

    func reloadButtonTapped() {
      Just(())
        .delay(for: .seconds(10), scheduler: scheduler)
        .flatMap { Just([Episode(id: 42)]) }
        .receive(on: scheduler)
        .assign(to: &$episodes)
    }
  }

  @Test func aGenericViewModelWithAnImmediateScheduler() {
    let viewModel = HomeViewModel(
      scheduler: ImmediateScheduler<DispatchQueue.SchedulerTimeType, Any>(now: .init(.now())))
    var output: [[Episode]] = []
    let cancellable = viewModel.$episodes.sink { output.append($0) }
    viewModel.reloadButtonTapped()
    expectEqual(output, [[], [Episode(id: 42)]])
    cancellable.cancel()

    let other = HomeViewModel(
      scheduler: ImmediateScheduler<OperationQueue.SchedulerTimeType, Any>(now: .init(Date())))
    other.reloadButtonTapped()
    expectEqual(other.episodes, [Episode(id: 42)])
  }
}
