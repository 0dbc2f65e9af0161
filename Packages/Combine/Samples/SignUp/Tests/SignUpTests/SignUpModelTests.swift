import Combine
import XCTest

@testable import SignUp

final class SignUpModelTests: XCTestCase {
  private struct Offline: Error {}
  private var cancellables = Set<AnyCancellable>()
  private var asked: [String] = []

  private func model(pause: Int = 1, answer: @escaping (String) -> Result<Bool, Error>) -> SignUpModel {
    SignUpModel(
      isFree: { name in
        self.asked.append(name)
        return answer(name).publisher.eraseToAnyPublisher()
      },
      scheduler: RunLoop.main, pause: .milliseconds(pause))
  }

  /// Waits on the main run loop until a property has a value.
  private func wait<Value: Equatable>(for publisher: Published<Value>.Publisher, toBe value: Value) {
    let reached = expectation(description: "\(value)")
    publisher.first { $0 == value }.sink { _ in reached.fulfill() }.store(in: &cancellables)
    wait(for: [reached], timeout: 60)
  }

  func testAsksOnceTypingPauses() {
    let model = model(pause: 50) { .success($0 == "swift") }
    for text in ["s", "sw", "swift"] { model.name = text }
    XCTAssertEqual(model.nameState, .checking)
    wait(for: model.$nameState, toBe: .free)
    XCTAssertEqual(asked, ["swift"])

    model.name = "  "
    XCTAssertEqual(model.nameState, .empty)
    model.name = "objc"
    wait(for: model.$nameState, toBe: .taken)
  }

  func testAnErrorIsAStateAndNotTheEnd() {
    let model = model { $0 == "a" ? .failure(Offline()) : .success(true) }
    model.name = "a"
    wait(for: model.$nameState, toBe: .unknown)
    model.name = "b"
    wait(for: model.$nameState, toBe: .free)
  }

  func testPasswords() {
    let model = model { _ in .success(true) }
    XCTAssertNil(model.passwordHint)
    model.password = "short"
    XCTAssertEqual(model.passwordHint, "At least 8 characters")
    model.password = "long enough"
    XCTAssertEqual(model.passwordHint, "The passwords differ")
    model.repeated = "long enough"
    XCTAssertNil(model.passwordHint)
    XCTAssertFalse(model.canSubmit)
    model.name = "swift"
    wait(for: model.$canSubmit, toBe: true)
    model.repeated = ""
    XCTAssertFalse(model.canSubmit)
  }

  func testEachChangeIsAnnouncedBeforeItIsMade() {
    let model = model { _ in .success(true) }
    var seen: [String] = []
    model.objectWillChange.sink { [unowned model] in seen.append(model.password) }.store(in: &cancellables)
    model.password = "a"
    model.password = "b"
    XCTAssertEqual(seen.first, "")
    XCTAssertTrue(seen.contains("a"))
    XCTAssertFalse(seen.contains("b"))
  }

  func testCountdown() {
    let model = model { _ in .success(true) }
    let ticks = PassthroughSubject<Void, Never>()
    var seen: [Int] = []
    model.$secondsUntilRetry.sink { seen.append($0) }.store(in: &cancellables)
    model.wait(seconds: 2, ticks: ticks.eraseToAnyPublisher())
    for _ in 1...4 { ticks.send() }
    XCTAssertEqual(seen, [0, 2, 1, 0])
  }

  func testTheModelIsLetGo() {
    weak var gone: SignUpModel?
    do {
      let model = model { _ in .success(true) }
      model.name = "a"
      gone = model
    }
    XCTAssertNil(gone)
  }
}
