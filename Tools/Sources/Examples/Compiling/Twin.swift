import Foundation
import SystemPackage

/// The file that the compiler sees: named as the document is, with every line of code on the document's own line and
/// column and nothing else in it. So the compiler's own positions are those of the document, with no arithmetic.
struct Twin {
  var example: Example
  var text: String

  init(_ example: Example) {
    self.example = example
    var lines: [String] = []
    let snippet = ManifestSnippet(example)
    for line in example.earlier + example.code {
      while lines.count < line.number - 1 { lines.append("") }
      lines.append(line.indentation + line.text)
    }
    snippet?.complete(&lines)
    // Marks on the lines of the closing fences separate the outputs of a group.
    if Attributes.Kind(example) == .script {
      for line in [example.startMark].compactMap(\.self) + (example.expected == nil ? [] : example.partEnds) {
        while lines.count < line { lines.append("") }
        lines[line - 1] = "Swift.print(\(Groups.mark(line).debugDescription), terminator: \"\")"
      }
    }
    TestSnippet.complete(&lines, for: example)
    if !example.imports.isEmpty {
      while lines.count < example.line { lines.append("") }
      lines[example.line - 1] = example.imports.map { "import \($0)" }.joined(separator: "; ")
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Writes the file below `folder`.
  func write(in folder: String) throws(VerifierError) {
    let file = URL(fileURLWithPath: folder + "/" + example.file)
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      // `Data` would wait for the disk.
      let twin = try FileDescriptor.open(
        FilePath(file.path), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
      _ = try twin.closeAfter { try twin.writeAll(text.utf8) }
    } catch {
      throw VerifierError("\(file.path): cannot be written: \(error.localizedDescription)")
    }
  }
}
