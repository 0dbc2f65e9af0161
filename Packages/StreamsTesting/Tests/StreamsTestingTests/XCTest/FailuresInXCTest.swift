import StreamsTesting
import XCTest

/// Failures arrive in XCTest, at the caller's line.
final class FailuresInXCTest: XCTestCase {
  private var expectsFailures = false
  private var failures: [(text: String, line: Int)] = []

  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard expectsFailures else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      failures.append((description, lineNumber))
    }
  #else
    override func record(_ issue: XCTIssue) {
      guard expectsFailures else { return super.record(issue) }
      failures.append((issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0))
    }
  #endif

  func testMarblesThatDifferFailTheTestAtTheirLine() {
    let scheduler = VirtualTimeScheduler()
    expectsFailures = true
    let line = #line + 1
    scheduler.expect(scheduler.cold("-a-b|"), toEqual: "-a--b|")
    expectsFailures = false
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertTrue(failures[0].text.contains("actual:   -a-b|"), failures[0].text)
  }

  func testRecordersFailTheTest() {
    let scheduler = VirtualTimeScheduler()
    expectsFailures = true
    let line = #line + 1
    do { _ = scheduler.record(Just(1), name: "just") }
    XCTAssertThrowsError(try scheduler.record(Empty<Int, Never>()).next().get())
    expectsFailures = false
    XCTAssertEqual(failures.map(\.line), [line, line + 1])
  }

  func testFailureTextsEqualTheGoldenFiles() {
    let scheduler = VirtualTimeScheduler()
    let greedy = VirtualTimeScheduler()
    expectsFailures = true
    do {
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
      scheduler.run()
      _ = try? recorder.next().get()
    }
    let source = greedy.cold("-(12)", values: .digits, whenNoDemand: .sendAnyway)
    let recorder = greedy.record(source, name: "greedy", demand: .max(1))
    greedy.run()
    recorder.cancelAndIgnoreRemainingEvents()
    expectsFailures = false
    XCTAssertEqual(failures.count, 2)
    for (failure, name) in zip(failures, ["recorder-unconsumed.txt", "recorder-over-delivery.txt"]) {
      XCTAssertTrue(failure.text.contains(golden(name)), failure.text)
    }
  }

  #if !canImport(ObjectiveC)
    func testAnErrorThatIsReportedAndThrownIsOneFailure() {
      let time = VirtualTimeScheduler()
      let cases: [(expected: String, body: () throws -> Void)] = [
        ("stream: expected a value.", { try Empty<Int, Never>().record(exhaustive: false).next().get() }),
        ("this group is not closed", { try time.record(time.cold("-(a")).next().wait() }),
      ]
      for (expected, body) in cases {
        let inner = Inner(name: "inner") { _ in try body() }
        inner.run()
        // XCTest's assertions belong to no test now, because the inner one has ended.
        if inner.failures.count != 1 || !inner.failures[0].contains(expected) {
          recordFailure(withDescription: "\(inner.failures)", inFile: #filePath, atLine: #line, expected: true)
        }
      }
    }

    func testAPageInAFolderHasTheNameOfTheTest() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      // Its failure is printed.
      let failing = XCTestCase(name: "inner") { _ in
        FailurePages.$folder.withValue(folder) { Just(1).record(name: "just").expectNoEvents() }
      }
      failing.run()
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      let pages = try files.map { try String(contentsOf: $0, encoding: .utf8) }
      let titles = pages.compactMap { $0.firstMatch(of: #/<h1>(.*)</h1>/#)?.1 }
      // XCTest's assertions belong to no test now, because the inner one has ended.
      if titles.map(String.init) != [failing.name] {
        recordFailure(withDescription: "\(titles)", inFile: #filePath, atLine: #line, expected: true)
      }
    }

    private final class Inner: XCTestCase {
      var failures: [String] = []

      override func recordFailure(
        withDescription description: String, inFile _: String, atLine _: Int, expected _: Bool
      ) { failures.append(description) }
    }
  #endif

  func testWaitsThatEndWithoutAValueAndLeaksFailTheTest() {
    expectsFailures = true
    let line = #line + 1
    XCTAssertThrowsError(try CurrentValueSubject<Int, Never>(4).waitForCompletion(timeout: .seconds(0.01)))
    XCTAssertThrowsError(try Empty<Int, Never>().waitForFirstOutput())
    var timer: (any Cancellable)?
    withLeakCheck { timer = VirtualTimeScheduler().cold("-a-").sink { _ in } }
    timer?.cancel()
    expectsFailures = false
    XCTAssertEqual(failures.map(\.line), [line, line + 1, line + 3])
    XCTAssertTrue(failures[0].text.contains("value 4"), failures[0].text)
    XCTAssertTrue(failures[2].text.contains("a subscription to the cold publisher \"input\""), failures[2].text)
  }

  func testACancelledWaitIsNoFailureOfItsOwn() async {
    expectsFailures = true
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await CurrentValueSubject<Int, Never>(4).record().last.wait(timeout: 3600)
    }
    let result = await task.result
    expectsFailures = false
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(failures.count, 0)
  }

  func testWaitTimeoutSetsTheDefaultLimit() {
    expectsFailures = true
    WaitTimeout.$duration.withValue(.seconds(0.01)) {
      XCTAssertNil(try? PassthroughSubject<Int, Never>().waitForFirstOutput())
      XCTAssertNil(try? PassthroughSubject<Int, Never>().record(exhaustive: false).next().wait())
    }
    expectsFailures = false
    XCTAssertEqual(failures.count, 2)
    XCTAssertTrue(failures.allSatisfy { $0.text.contains("within \(tenMilliseconds)") })
  }

  func testRecordersWaitOnTheMainThread() throws {
    let recorder = [1, 2].publisher.receive(on: DispatchQueue.main).record()
    XCTAssertEqual(try recorder.elements.wait(timeout: .seconds(30)), [1, 2])
  }
}
