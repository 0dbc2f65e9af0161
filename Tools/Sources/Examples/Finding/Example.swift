import Markdown

/// A piece of Swift in a document, with everything that is needed to check it.
///
/// Lines and columns count from 1; columns count UTF-8 bytes.
public struct Example: Sendable {
  /// The document as it was read.
  public var document: Source
  /// The line of the opening fence: what `--only file:line` names.
  public var line: Int
  /// The line of the closing fence.
  public var endLine: Int
  /// The code, hidden lines included, in the order of the document.
  public var code: [CodeLine]
  /// The documented output; nil if there is none.
  public var expected: ExpectedOutput?
  /// How to check the example.
  public var attributes = Attributes()
  /// Tells it from others, as it is written.
  public var digest = ExampleDigest()
  /// Modules that it sees imported without saying so.
  public var imports: [String] = []
  /// The declaration that its doc comment belongs to, as in `Counter.reset`; nil outside of doc comments.
  public var symbol: String?
  /// The code of the fences before it that it builds on.
  public var earlier: [CodeLine] = []
  /// The lines at which these fences start.
  var fences: [Int] = []
  /// The errors that its comments say the compiler reports.
  public var expectedErrors: [ExpectedError] = []
  /// Texts after it that would be output if it prints something.
  public var otherTexts: [ExampleFences.Text] = []
  /// Comments that are no output, unless they look like what it prints.
  public var otherComments: [ExpectedOutput.Line] = []

  /// The function that its statements are compiled in too; nil for none.
  var function: InFunction?

  /// The document, relative to the root of the repository.
  public var file: String { document.name }

  /// Whether it has placeholders, as in `<#name#>`, for which no compiler has code.
  public var isTemplate: Bool { code.contains { $0.text.contains("<#") && $0.text.contains("#>") } }

  /// Whether its file is in a folder that is named like `module`, as the sources of a target are.
  func isIn(module: String) -> Bool { file.split(separator: "/").dropLast().contains { $0 == module } }

  /// The column of the document at which `token` of its code starts.
  func column(of token: SwiftCode.Token) -> Int { code[token.line].indentation.utf8.count + token.offset + 1 }

  /// Whether it says that the compiler reports errors.
  var announcesErrors: Bool {
    if case .compileError = attributes.outcome { true } else { !expectedErrors.isEmpty }
  }

  /// `file:line`.
  public var name: String { "\(file):\(line)" }
}

extension CodeLine {
  /// The lines with the same indentation before each, if some of them belong to a string of several lines, which needs
  /// that. A quote or a list may indent each of its lines otherwise.
  static func aligned(_ lines: [CodeLine]) -> [CodeLine] {
    guard lines.contains(where: { $0.text.contains("\"\"\"") }) else { return lines }
    return lines.map { line in
      let first = lines.first { !$0.text.isEmpty && $0.isHidden == line.isHidden }
      var line = line
      line.indentation = line.text.isEmpty ? "" : first?.indentation ?? ""
      return line
    }
  }
}

/// The output that a document shows for an example.
public struct ExpectedOutput: Sendable, Equatable {
  /// A line of output and the line of the document that shows it.
  public struct Line: Sendable, Equatable {
    public var number: Int
    public var text: String
    public var notation = Notation.plain
  }

  /// How a line of output is written.
  public enum Notation: Sendable, Equatable {
    /// As it is: in a fence, or in a comment after `Prints:`.
    case plain
    /// In quotes after `Prints`.
    case quoted
    /// In a comment beside code that prints or may print.
    case bare
    /// In such a comment whose code certainly runs, while a fence shows the output.
    case beside
  }

  /// A fence that holds output.
  public struct Fence: Sendable, Equatable {
    /// The line of the opening fence.
    public var line: Int
    /// The line of the closing fence.
    public var endLine: Int
    /// Whether its language or the text before it says that it is printed.
    public var isAnnounced = true
    /// Whether it follows other code, which may print it.
    public var isBehindOther = false
  }

  /// The fence that shows it; nil if it is in comments of the code.
  public var fence: Fence?
  public var lines: [Line]
}
