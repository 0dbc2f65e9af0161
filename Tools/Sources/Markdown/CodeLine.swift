/// One line of an example's code.
public struct CodeLine: Sendable, Equatable {
  /// Its line in the document.
  public var number: Int
  /// The text before the code on that line, with everything but tabs turned into spaces.
  public var indentation = ""
  /// The code.
  public var text: String
  /// Whether the code is compiled but not shown to readers.
  public var isHidden = false

  public init(number: Int, indentation: String = "", text: String, isHidden: Bool = false) {
    (self.number, self.indentation, self.text, self.isHidden) = (number, indentation, text, isHidden)
  }

  /// `bytes` with everything but tabs turned into spaces.
  public static func indentation(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { $0 == UInt8(ascii: "\t") ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
  }
}

extension ExampleFences {
  /// The code of a fence, hidden lines included, in the order of the document.
  public func code(of fence: Fence) -> [CodeLine] {
    let source = document.source
    func line(_ number: Int, _ offset: Int, isHidden: Bool) -> CodeLine {
      let bytes = source.line(number)
      return CodeLine(
        number: number, indentation: CodeLine.indentation(source.margin(number) + bytes.prefix(offset)),
        text: String(decoding: bytes.dropFirst(offset), as: UTF8.self), isHidden: isHidden)
    }
    func lines(_ hidden: Hidden) -> [CodeLine] {
      hidden.lines.map { number in
        // Only blanks and quote marks are indentation.
        let offset = source.line(number).prefix(hidden.indentation).prefix { " \t>".utf8.contains($0) }.count
        return line(number, offset, isHidden: true)
      }
    }
    let shown = fence.block.lines.map { line($0.number, $0.offset, isHidden: false) }
    var code = fence.before.flatMap(lines) + shown + fence.after.flatMap(lines)
    if code.first?.text.hasPrefix("#!") ?? false { code[0].text = "" }
    return code
  }
}
