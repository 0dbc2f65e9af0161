import Markdown

extension SavedResults {
  /// What is known of the examples of one document as it stands.
  public struct Checked: Sendable {
    /// The lines of the output fences that show what their example printed when it was last checked.
    public var outputs: Set<Int> = []
    /// The pictures that examples printed, by the line on which the code's last fence closes.
    public var diagrams: [Int: [String]] = [:]
    /// The lines on which the code of examples that passed closes.
    public var verified: Set<Int> = []
  }

  /// What is known of the examples of `document`.
  ///
  /// - Parameter file: the document's path from the root of the repository.
  public func checkedExamples(in document: Document, file: String) -> Checked {
    documents[file] == nil ? Checked() : checked(Page(document), file: file)
  }

  /// What is known of the examples in the doc comments of the Swift file `source`.
  ///
  /// - Parameter file: the file's path from the root of the repository.
  public func checkedExamples(inSource source: Source, file: String) -> Checked {
    documents[file] == nil ? Checked() : checked(Page(docComments: source, modules: []), file: file)
  }

  private func checked(_ page: Page, file: String) -> Checked {
    var checked = Checked()
    for var example in page.examples {
      example.file = file
      guard let entry = self[example], entry.verdict != "failed" else { continue }
      checked.verified.insert(example.endLine)
      guard entry.verdict == "passed" else { continue }
      if let diagrams = entry.diagrams { checked.diagrams[example.endLine] = diagrams }
      guard let expected = example.expected, case .fences(let fences) = expected.form, let output = entry.output
      else { continue }
      // What a filter makes equal was found equal when it was checked; the text may have changed since otherwise.
      let isSame =
        !example.attributes.filters.isEmpty
        || Comparison(
          expected, with: output, isUnordered: example.attributes.isUnordered, filters: [], file: file
        ).line == nil
      if isSame { checked.outputs.formUnion(fences.map(\.line)) }
    }
    return checked
  }
}
