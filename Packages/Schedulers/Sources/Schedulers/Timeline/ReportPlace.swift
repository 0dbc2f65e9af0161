import IssueReporting

/// Reports an issue at `place`; if that is not known, at the test that is running; if that is of XCTest, which tells no place
/// of its tests but prints their names, at a place that is called unknown.
func reportIssue(_ message: String, at place: ReportPlace?) {
  let place = place ?? .runningTest ?? .unknown
  reportIssue(message, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}

/// Where an issue is reported.
struct ReportPlace: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// Better than a line of this library. In the form that Swift Testing requires: module and file, lines counted from 1.
  static let unknown = ReportPlace(fileID: "Schedulers/<unknown>", filePath: "<unknown>", line: 1, column: 1)

  var source: SourcePlace { SourcePlace(fileID: fileID, line: line) }

  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The line that scheduled something; nil if that is not known.
  ///
  /// Only its file's short name is kept, so it stands for the path too, unless the running test is in the same file.
  init?(of place: SourcePlace?) {
    guard let place else { return nil }
    let test = Self.runningTest
    let isSameFile = test?.fileID.description == place.fileID.description
    self.init(
      fileID: place.fileID, filePath: isSameFile ? test?.filePath ?? place.fileID : place.fileID, line: place.line,
      column: 1)
  }

  /// The test that is running, if it is one of Swift Testing: for those who are not told where they were called.
  static var runningTest: ReportPlace? {
    guard case .swiftTesting(let testing?) = TestContext.current else { return nil }
    return ReportPlace(of: testing.test.id)
  }

  /// Where a test of Swift Testing is; nil if that is not known.
  ///
  /// Read from the test's identity by the names of its parts, since Swift Testing is not linked here.
  init?(of test: TestContext.Testing.Test.ID) {
    guard let location = Self.part("sourceLocation", of: test.rawValue.base),
      let fileID = Self.part("fileID", of: location) as? String, let line = Self.part("line", of: location) as? Int
    else { return nil }
    self.init(
      fileID: Self.immortal(fileID),
      filePath: Self.immortal(Self.part("filePath", of: location) as? String ?? fileID), line: UInt(line),
      column: UInt(Self.part("column", of: location) as? Int ?? 1))
  }

  private static func part(_ name: String, of value: Any) -> Any? {
    for (label, part) in Mirror(reflecting: value).children where label?.drop(while: { $0 == "_" }) == name[...] {
      let mirror = Mirror(reflecting: part)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : part
    }
    return nil
  }

  /// A copy that is never freed, in the form that reports want. Made only for a test that is about to fail.
  private static func immortal(_ text: String) -> StaticString {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    let isASCII: UInt8 = text.utf8.allSatisfy { $0 < 128 } ? 2 : 0
    // The frozen layout of a static string: address, length, flags.
    return unsafeBitCast((UInt(bitPattern: bytes.baseAddress), UInt(bytes.count), isASCII), to: StaticString.self)
  }
}
