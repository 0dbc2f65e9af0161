import Files
import Foundation

/// The state of a build, by which the next one sees whether anything has changed. It is a hidden file in the site.
struct BuildState {
  static let fileName = ".docs-state"
  /// Changes when the format of this file does.
  private static let version = "docs-state-3"

  /// Everything but the pages that the site was built from.
  var key: String
  /// The stamps of the pages, in their order.
  var pages: [FileStamp]
  /// Files that were copied or only linked to, with their stamps.
  var others: [(path: String, stamp: FileStamp)]
  /// Files of the site with their stamps once they were written.
  var outputs: [(path: String, stamp: FileStamp)] = []

  /// Whether a build from `inputs` would write the site that is in the folder `root`, and its number of files.
  static func fileCount(ofCurrent root: String, _ inputs: BuildInputs) -> Int? {
    guard let data = FileManager.default.contents(atPath: "\(root)/\(fileName)"),
      // A page without a stamp may have changed.
      !inputs.stamps.contains(.none)
    else { return nil }
    var lines = data.split(separator: UInt8(ascii: "\n")).makeIterator()
    func isNext(_ text: String) -> Bool { lines.next()?.elementsEqual(text.utf8) ?? false }
    guard isNext(version), isNext(inputs.key), isNext("\(inputs.stamps.count)") else { return nil }
    for stamp in inputs.stamps { guard isNext(stamp.text) else { return nil } }
    var count = 0
    // An incomplete file lacks the last line.
    while let line = lines.next() {
      if line.elementsEqual("end".utf8) { return count }
      guard let blank = line.firstIndex(of: UInt8(ascii: "\t")), let kind = line.first else { return nil }
      let path = String(decoding: line[blank...].dropFirst(), as: UTF8.self)
      let folder = kind == UInt8(ascii: "o") ? root : inputs.tree.root
      guard line[..<blank].dropFirst().elementsEqual(FileStamp(path: "\(folder)/\(path)").text.utf8) else { return nil }
      if kind == UInt8(ascii: "o") { count += 1 }
    }
    return nil
  }

  var bytes: [UInt8] {
    var lines = [Self.version, key, "\(pages.count)"] + pages.map(\.text)
    lines += others.map { "i\($0.stamp.text)\t\($0.path)" }
    lines += outputs.map { "o\($0.stamp.text)\t\($0.path)" }
    return Array((lines.joined(separator: "\n") + "\nend\n").utf8)
  }
}

extension FileStamp {
  /// Four numbers.
  fileprivate var text: String { "\(size) \(seconds) \(nanoseconds) \(file)" }
}
