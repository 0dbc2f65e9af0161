import Markdown

extension SavedResults {
  /// The results for the current examples of one document.
  public struct Checked: Sendable {
    /// What was compared, by the line of the output fence.
    public var outputs: [Int: String] = [:]
    /// The pictures that examples printed, by the line on which the code's last fence closes.
    public var diagrams: [Int: [String]] = [:]
    /// The lines on which the code of examples that passed closes.
    public var verified: Set<Int> = []
  }

  /// The results for the examples of `document`.
  ///
  /// - Parameters:
  ///   - file: the document's path from the root of the repository.
  ///   - probes: those that are as they were when the examples were checked.
  public func checkedExamples(in document: Document, file: String, probes: Set<String>) -> Checked {
    guard documents[file] != nil else { return Checked() }
    let page = Page(document, attributes: Attributes(of: file, in: attributes))
    return checked(page, file: file, probes: probes)
  }

  /// The results for the examples in the doc comments of the Swift file `source`.
  ///
  /// - Parameters:
  ///   - file: the file's path from the root of the repository.
  ///   - probes: those that are as they were when the examples were checked.
  public func checkedExamples(inSource source: Source, file: String, probes: Set<String>) -> Checked {
    guard documents[file] != nil else { return Checked() }
    let page = Page(docComments: source, modules: [], attributes: Attributes(of: file, in: attributes))
    return checked(page, file: file, probes: probes)
  }

  private func checked(_ page: Page, file: String, probes: Set<String>) -> Checked {
    var checked = Checked()
    for var example in page.examples {
      example.file = file
      guard let entry = self[example], entry.verdict != "failed" else { continue }
      let isCurrent = entry.probe.map { probes.contains($0) } ?? false
      if isCurrent { checked.verified.insert(example.endLine) }
      guard entry.verdict == "passed" else { continue }
      // A picture stays until the next check; that it was checked is said no more.
      if let diagrams = entry.diagrams { checked.diagrams[example.endLine] = diagrams }
      guard isCurrent, let expected = example.expected, SavedResults.digest(ofShown: example) == entry.shown else {
        continue
      }
      if let fence = expected.fence { checked.outputs[fence.line] = example.comparison }
    }
    return checked
  }
}

extension Example {
  /// What it means that the output of this example was found right.
  fileprivate var comparison: String {
    var text = "This example was compiled and run, and printed "
    text += attributes.isUnordered ? "these lines, in some order" : "exactly this"
    let patterns = (expected?.lines ?? []).map { OutputPattern($0.text.trimmingTrailingBlanks()) }
    var exceptions: [String] = []
    if patterns.contains(where: { if case .parts = $0 { true } else { false } }) { exceptions.append("“[..]”") }
    if patterns.contains(.anyLines) { exceptions.append("“...”") }
    if !exceptions.isEmpty { text += ", with any text for " + exceptions.joined(separator: " and ") }
    return text
  }
}
