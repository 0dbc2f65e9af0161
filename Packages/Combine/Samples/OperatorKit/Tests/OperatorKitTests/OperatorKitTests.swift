import Combine
import XCTest

@testable import OperatorKit

final class OperatorKitTests: XCTestCase {
  private struct Broken: Error, Equatable { var number = 0 }
  private var cancellables = Set<AnyCancellable>()

  func testWithLatestWaitsForTheOther() {
    let taps = PassthroughSubject<Void, Never>()
    let text = CurrentValueSubject<String?, Never>(nil)
    var received: [String] = []
    taps.withLatest(from: text.unwrapped()) { $1 }.sink { received.append($0) }.store(in: &cancellables)
    taps.send()
    text.send("a")
    taps.send()
    text.value = "b"
    taps.send()
    XCTAssertEqual(received, ["a", "b"])
  }

  func testWithLatestHonoursDemand() {
    let numbers = (1...10).publisher.withLatest(from: Just("x")) { "\($1)\($0)" }
    var received: [String] = []
    let subscriber = AnySubscriber<String, Never>(
      receiveSubscription: { $0.request(.max(2)) },
      receiveValue: {
        received.append($0)
        return .none
      })
    numbers.subscribe(subscriber)
    XCTAssertEqual(received, ["x1", "x2"])
  }

  func testReplaySubjectServesLateSubscribers() {
    let subject = ReplaySubject<Int, Broken>(capacity: 2)
    (1...3).forEach(subject.send)
    var received: [Int] = []
    var completions: [Subscribers.Completion<Broken>] = []
    subject.sink(receiveCompletion: { completions.append($0) }, receiveValue: { received.append($0) })
      .store(in: &cancellables)
    subject.send(4)
    subject.send(completion: .failure(Broken()))
    XCTAssertEqual(received, [2, 3, 4])
    XCTAssertEqual(completions, [.failure(Broken())])

    subject.sink(receiveCompletion: { completions.append($0) }, receiveValue: { received.append($0) })
      .store(in: &cancellables)
    XCTAssertEqual(received, [2, 3, 4, 3, 4])
    XCTAssertEqual(completions.count, 2)
  }

  func testShareReplaySubscribesOnce() {
    var subscriptions = 0
    let source = PassthroughSubject<Int, Never>()
    let shared = source.handleEvents(receiveSubscription: { _ in subscriptions += 1 }).share(replay: 1)
    var first: [Int] = []
    var second: [Int] = []
    shared.sink { first.append($0) }.store(in: &cancellables)
    source.send(1)
    shared.sink { second.append($0) }.store(in: &cancellables)
    source.send(2)
    XCTAssertEqual(first, [1, 2])
    XCTAssertEqual(second, [1, 2])
    XCTAssertEqual(subscriptions, 1)
  }

  func testPairwiseAndMaterialized() {
    var pairs: [[Int]] = []
    (1...4).publisher.pairwise().sink { pairs.append([$0, $1]) }.store(in: &cancellables)
    XCTAssertEqual(pairs, [[1, 2], [2, 3], [3, 4]])

    var events: [Event<Int, Broken>] = []
    [1, 2].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken(number: 7)))
      .materialized()
      .sink { events.append($0) }
      .store(in: &cancellables)
    XCTAssertEqual(events, [.value(1), .value(2), .failure(Broken(number: 7))])
  }

  func testRetryPausesLongerEachTime() {
    var attempts = 0
    let source = Deferred { () -> AnyPublisher<Int, Broken> in
      attempts += 1
      return attempts < 3
        ? Fail(error: Broken(number: attempts)).eraseToAnyPublisher()
        : Just(42).setFailureType(to: Broken.self).eraseToAnyPublisher()
    }
    let done = expectation(description: "done")
    var received: [Int] = []
    source
      .retry(5, pause: { .milliseconds(1 << $0) }, scheduler: DispatchQueue.main)
      .sink(receiveCompletion: { _ in done.fulfill() }, receiveValue: { received.append($0) })
      .store(in: &cancellables)
    wait(for: [done], timeout: 60)
    XCTAssertEqual(received, [42])
    XCTAssertEqual(attempts, 3)
  }

  func testCollectionsOfPublishers() {
    let subjects = (0..<3).map { CurrentValueSubject<Int, Never>($0) }
    var latest: [[Int]] = []
    var merged: [Int] = []
    subjects.combineLatest().sink { latest.append($0) }.store(in: &cancellables)
    subjects.merged().sink { merged.append($0) }.store(in: &cancellables)
    subjects[1].value = 10
    XCTAssertEqual(latest, [[0, 1, 2], [0, 10, 2]])
    XCTAssertEqual(merged, [0, 1, 2, 10])
  }

  func testAFeedIsSharedBetweenTasks() async {
    let feed = DraftFeed()
    let received = expectation(description: "text")
    feed.texts.sink { text in
      XCTAssertEqual(text, "a")
      received.fulfill()
    }.store(in: &cancellables)
    await feed.write("a").value
    await fulfillment(of: [received], timeout: 60)
  }

  @MainActor func testAModelShowsTheLatestDraft() async {
    let feed = DraftFeed()
    let model = DraftModel()
    feed.latest.value.text = "b"
    await model.show(feed)
    XCTAssertEqual(model.draft.text, "b")
  }
}
