import Markdown

extension SavedResults {
  /// The lines of the output fences of `document` that show what their example printed when it was last checked.
  ///
  /// - Parameter file: the document's path from the root of the repository.
  public func checkedOutputs(in document: Document, file: String) -> Set<Int> {
    guard documents[file] != nil else { return [] }
    var lines: Set<Int> = []
    for var example in Page(document).examples {
      example.file = file
      guard let expected = example.expected, case .fences(let fences) = expected.form,
        let entry = self[example], entry.verdict == "passed", let output = entry.output
      else { continue }
      // What a filter makes equal was found equal when it was checked; the text may have changed since otherwise.
      let isSame =
        !example.attributes.filters.isEmpty
        || Comparison(
          expected, with: output, isUnordered: example.attributes.isUnordered, filters: [], file: file
        ).line == nil
      if isSame { lines.formUnion(fences.map(\.line)) }
    }
    return lines
  }
}
