import Foundation
import IssueReporting
import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import XCTest
#endif

/// The destination of the pages of failed expectations, see ``TimelinePage``.
///
/// No page is created without an issue. In Swift Testing, the page is attached to the test: Xcode shows it, and
/// `swift test --attachments-path FOLDER` keeps it. If there is a ``folder``, the page is also written there, and the
/// failure message contains its path. In XCTest, set ``receiver``.
public enum FailurePages {
  /// A destination of pages.
  ///
  /// A struct: optimised code of Swift 6.3 crashes where it sets a task local of a function type of another module.
  public struct Receiver: Sendable {
    let receive: @Sendable (_ html: String, _ name: String) -> Void

    /// Creates a destination. `receive` is called with the HTML of a failure's page and a file name.
    public init(_ receive: @escaping @Sendable (_ html: String, _ name: String) -> Void) { self.receive = receive }
  }

  /// Replaces the default destination, if it is not nil.
  @TaskLocal public static var receiver: Receiver?

  /// The folder for pages; by default the one that the environment variable `STREAMS_FAILURE_PAGES` names. If nil, no
  /// files are written. If the variable is set, timelines log their events from the start, and pages show them.
  @TaskLocal public static var folder: URL? = ProcessInfo.processInfo.environment["STREAMS_FAILURE_PAGES"].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// Delivers the page of a failure. Returns a line for its message, empty if the page is in no folder.
  static func deliver(_ failure: FailedExpectation, at place: SourcePlace?) -> String {
    guard receiver != nil || folder != nil || Test.current != nil else { return "" }
    guard var page = failure.page(), !page.lanes.isEmpty else { return "" }
    (page.message, page.place, page.title) = (failure.message, place, testTitle ?? page.title)
    let (html, name) = (page.html, fileName(page.title))
    if let receiver {
      receiver.receive(html, name)
    } else if Test.current != nil {
      Attachment.record(html, named: name)
    }
    guard let folder, receiver == nil else { return "" }
    let file = folder.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(html.utf8).write(to: file, options: .withoutOverwriting)
    } catch {
      return "\n  Its page could not be written to \(file.path): \(error.localizedDescription)"
    }
    #if canImport(XCTest) && !canImport(Darwin)
      if case .xcTest = TestContext.current {
        XCTestObservationCenter.shared.addTestObserver(TitleOfXCTest(page, file))
      }
    #endif
    return "\n  To step through it: \(file.path)"
  }

  /// The suite and name of the running test, for example `CartTests: total`. Its arguments have no public name.
  private static var testTitle: String? {
    guard let test = Test.current else { return nil }
    let suite = test.id.nameComponents.dropLast().joined(separator: ".")
    return (suite.isEmpty ? "" : "\(suite): ") + (test.displayName ?? test.name)
  }

  private static func fileName(_ title: String) -> String {
    let safe = title.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "\(String(safe.suffix(60)))-\(UUID().uuidString.prefix(13)).html"
  }
}

#if canImport(XCTest) && !canImport(Darwin)
  /// Titles a page with the name of its test, which XCTest tells only the observers of the failure.
  private final class TitleOfXCTest: XCTestObservation {
    private var page: TimelinePage
    private let file: URL

    init(_ page: TimelinePage, _ file: URL) { (self.page, self.file) = (page, file) }

    func testCase(_ test: XCTestCase, didFailWithDescription text: String, inFile _: String?, atLine _: Int) {
      guard text.contains(file.path) else { return }
      page.title = test.name
      try? Data(page.html.utf8).write(to: file)
    }

    func testCaseDidFinish(_: XCTestCase) { XCTestObservationCenter.shared.removeTestObserver(self) }
  }
#endif
