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
