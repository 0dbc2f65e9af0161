/// A piece of Swift in a document, with everything that is needed to check it.
///
/// Lines and columns count from 1; columns count UTF-8 bytes.
public struct Example: Sendable, Equatable {
  /// The document, relative to the root of the repository.
  public var file: String
  /// The line of the opening fence: what `--only file:line` names.
  public var line: Int
  /// The line of the closing fence.
  public var endLine: Int
  /// The code, hidden lines included, in the order of the document.
  public var code: [CodeLine]
  /// The documented output; nil if there is none.
  public var expected: ExpectedOutput?
  /// How to check the example.
  public var attributes: Attributes
  /// Modules that it sees imported without saying so.
  public var imports: [String] = []
  /// The fences of a group that another one follows, each with the line after its code.
  public var partEnds: [Int] = []

  public init(
    file: String, line: Int, endLine: Int, code: [CodeLine], expected: ExpectedOutput? = nil,
    attributes: Attributes = Attributes()
  ) {
    self.file = file
    self.line = line
    self.endLine = endLine
    self.code = code
    self.expected = expected
    self.attributes = attributes
  }

  /// `file:line`.
  public var name: String { "\(file):\(line)" }
}

/// One line of an example's code.
public struct CodeLine: Sendable, Equatable {
  /// Its line in the document.
  public var number: Int
  /// The text before the code on that line, with everything but tabs turned into spaces.
  public var indentation: String
  /// The code.
  public var text: String
  /// Whether the code is compiled but not shown to readers.
  public var isHidden: Bool

  public init(number: Int, indentation: String = "", text: String, isHidden: Bool = false) {
    self.number = number
    self.indentation = indentation
    self.text = text
    self.isHidden = isHidden
  }
}

/// The output that a document shows for an example.
public struct ExpectedOutput: Sendable, Equatable {
  /// A line of output and the line of the document that shows it.
  public struct Line: Sendable, Equatable {
    public var number: Int
    public var text: String

    public init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// A fence that holds output.
  public struct Fence: Sendable, Equatable {
    /// The line of the opening fence.
    public var line: Int
    /// The line of the closing fence.
    public var endLine: Int
    /// The text before the opening fence on its line.
    public var indentation: String

    public init(line: Int, endLine: Int, indentation: String = "") {
      self.line = line
      self.endLine = endLine
      self.indentation = indentation
    }
  }

  /// How the document writes the output.
  public enum Form: Sendable, Equatable {
    case fence(Fence)
    /// In comments that start with `Prints:`.
    case comments
  }

  /// The output that the document shows in one place.
  public struct Section: Sendable, Equatable {
    public var form: Form
    public var lines: [Line]
    /// Which part of a group prints it, from 0.
    public var part = 0
    /// Whether it shows the reported issues instead of the printed text.
    public var isIssue = false

    public init(form: Form, lines: [Line], part: Int = 0, isIssue: Bool = false) {
      self.form = form
      self.lines = lines
      self.part = part
      self.isIssue = isIssue
    }
  }

  /// The places, in the order of the document: one for each fence of a group that says what it prints.
  public var sections: [Section]

  public init(sections: [Section]) {
    self.sections = sections
  }

  public var lines: [Line] { sections.flatMap(\.lines) }

  /// The fences among the places.
  public var fences: [Fence] {
    sections.compactMap { section in
      if case .fence(let fence) = section.form { fence } else { nil }
    }
  }
}
