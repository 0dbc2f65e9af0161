import Foundation

/// A symbol graph as the compiler writes it, of a module with a protocol, two structures and what they hold.
enum SymbolGraphFixture {
  static let bells = graph(
    "Bells",
    [
      symbol(
        "p:Ringing", "protocol", ["Ringing"], "protocol Ringing", line: 3, "Something that ``Bell/ring(times:)``s."),
      symbol(
        "p:Ringing.ring", "method", ["Ringing", "ring(times:)"], "func ring(times: Int)", line: 5, "Makes a sound."),
      symbol(
        "s:Bell", "struct", ["Bell"], "struct Bell", line: 8,
        "A bell.", "", "```swift", "Bell().ring(times: 2)", "```", "", "Made of bronze & tin."),
      symbol("s:Bell.init", "init", ["Bell", "init()"], "init()", line: 10),
      symbol(
        "s:Bell.ring", "method", ["Bell", "ring(times:)"], "func ring(times: Int)", line: 12,
        "Rings as ``Bell`` does.", "", "- Parameter times: how often.", "- Returns: nothing of `Bell.Tone`."),
      symbol("s:Bell.ring2", "method", ["Bell", "ring(times:)"], "func ring(times: Double)", line: 14),
      symbol(
        "s:Bell.play", "method", ["Bell", "play(for:at:with:)"], "func play(", line: 16,
        parameters: [("for", "Int, "), ("at", "Int = 0, "), ("with", "Int? = nil)")]),
      symbol(
        "s:Bell.check", "method", ["Bell", "check(_:file:line:)"], "func check(", line: 17,
        parameters: [("_", "Int, "), ("file", "String = #file, "), ("line", "Int = #line) -> Bool")]),
      symbol(
        "p:Ringing.listen", "method", ["Ringing", "listen(_:)"], "func listen(", line: 18,
        parameters: [("_", "(Int) -> Void)")]),
      symbol("p:Ringing.twice", "method", ["Ringing", "ringTwice()"], "func ringTwice()", line: 19),
      symbol("s:Bell.Tone", "enum", ["Bell", "Tone"], "enum Tone", line: 20, "How it sounds."),
      symbol("s:Bell.Tone.low", "enum.case", ["Bell", "Tone", "low"], "case low", line: 21),
      symbol("s:silence", "func", ["silence()"], "func silence()", line: 30, "Nothing rings."),
      symbol("s:hidden", "func", ["_hidden()"], "func _hidden()", line: 31),
    ],
    [
      relation("p:Ringing.ring", "requirementOf", "p:Ringing"), relation("s:Bell.init", "memberOf", "s:Bell"),
      relation("s:Bell.ring", "memberOf", "s:Bell"), relation("s:Bell.play", "memberOf", "s:Bell"),
      relation("s:Bell.check", "memberOf", "s:Bell"),
      relation("p:Ringing.listen", "memberOf", "p:Ringing"), relation("p:Ringing.twice", "memberOf", "p:Ringing"),
      relation("s:Bell.ring2", "memberOf", "s:Bell"),
      relation("s:Bell.Tone", "memberOf", "s:Bell"), relation("s:Bell.Tone.low", "memberOf", "s:Bell.Tone"),
      relation("s:Bell", "conformsTo", "p:Ringing"),
      relation("s:Bell", "conformsTo", "s:s8SendableP", "Swift.Sendable"),
    ])

  static let added = graph(
    "Bells",
    [symbol("s:Array.chime", "method", ["Array", "chime()"], "func chime()", line: 40, "All at once.")],
    [relation("s:Array.chime", "memberOf", "s:Sa", "Swift.Array")])

  /// Another module, which adds to a type of the first.
  static let tower = graph(
    "Tower",
    [symbol("s:Bell.hang", "method", ["Bell", "hang()"], "func hang()", line: 2, "Hangs it.")],
    [relation("s:Bell.hang", "memberOf", "s:Bell")])

  static func graph(_ module: String, _ symbols: [String], _ relations: [String]) -> String {
    """
    {"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "test"},
     "module": {"name": "\(module)", "platform": {"architecture": "x86_64", "operatingSystem": {"name": "linux"}}},
     "symbols": [\(symbols.joined(separator: ",\n"))], "relationships": [\(relations.joined(separator: ",\n"))]}
    """
  }

  static func symbol(
    _ id: String, _ kind: String, _ path: [String], _ declaration: String, line: Int,
    file: String = "Sources/Bell.swift",
    parameters: [(label: String, type: String)] = [], _ comment: String...
  ) -> String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let first = line - 1 - comment.count
    let lines = comment.enumerated().map { index, text in
      """
      {"text": \(quoted(text)), "range": {"start": {"line": \(first + index), "character": 4},
       "end": {"line": \(first + index), "character": \(4 + text.utf8.count)}}}
      """
    }
    let documentation =
      comment.isEmpty
      ? ""
      : "\"docComment\": {\"uri\": \"file:///repository/Sources/Bell.swift\", \"lines\": [\(lines.joined(separator: ","))]},"
    let fragments =
      ["{\"kind\": \"text\", \"spelling\": \(quoted(declaration))}"]
      + parameters.flatMap { label, type in
        [
          "{\"kind\": \"externalParam\", \"spelling\": \"\(label)\"}",
          "{\"kind\": \"text\", \"spelling\": \": \(type)\"}",
        ]
      }
    return """
      {"kind": {"identifier": "swift.\(kind)", "displayName": "x"},
       "identifier": {"precise": "\(id)", "interfaceLanguage": "swift"},
       "pathComponents": [\(path.map(quoted).joined(separator: ", "))], "names": {"title": "\(path.last ?? "")"},
       \(documentation) "accessLevel": "public",
       "declarationFragments": [\(fragments.joined(separator: ", "))],
       "location": {"uri": "file:///repository/\(file)", "position": {"line": \(line - 1), "character": 2}}}
      """
  }

  static func relation(_ source: String, _ kind: String, _ target: String, _ fallback: String? = nil) -> String {
    let name = fallback.map { ", \"targetFallback\": \"\($0)\"" } ?? ""
    return "{\"source\": \"\(source)\", \"kind\": \"\(kind)\", \"target\": \"\(target)\"\(name)}"
  }
}
