import Markdown
import Testing

@testable import Examples

/// Which comments announce errors, and where.
struct ExpectedErrorTests {
  private func errors(_ code: String) -> [ExpectedError] {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return ExpectedError.all(in: lines.map { CodeLine(number: $0 + 1, text: String($1)) })
  }

  @Test(arguments: [
    ("a = 1\nb = 2  // Error", [2], nil),
    ("b = 2 // Error: it is a constant", [1], nil),
    ("b = 2  // error: cannot assign", [1], "cannot assign"), ("b = 2  // ❌ error: cannot", [1], "cannot"),
    ("b = 2  // ERROR: a constant", [1], nil), ("b = 2  // Compile time error", [1], nil),
    ("b = 2  // This won’t compile", [1], nil), ("b = 2  // fails to compile", [1], nil),
    ("b = 2  // 🛑 a constant", [1], nil),
    ("b = 2  // These do not compile", [1], nil), ("// These lines don't compile:\nb = 2", [2], nil),
    ("b = 2  // Build error: a constant", [1], nil),
    ("switch n {\ncase 1:\n  n = 2  // Error\ncase 2: break\n}", [3], nil),
    ("if a { b() } else { b = 2 }  // Error", [1], nil), ("// 🛑 Error: a constant\nb = 2", [2], nil),
    ("/// This does not compile\nb = 2", [2], nil), ("b = 2  // Error, since it is a constant", [1], nil),
    ("b = 2\n// ^ error: cannot assign", [1], "cannot assign"), ("b = 2  // Error: avoid this", [1], nil),
    ("b = 2  // Compile-time error; use var to avoid it", [1], nil), ("b = 2  // Compile-time errors", [1], nil),
    ("// Without the label, this does not compile:\nb = 2", [2], nil),
    ("// These lines cause compile-time errors:\nb = 2", [2], nil),
    ("b = 2  // Not mutable: compile-time error", [1], nil), ("b = 2  // Cannot set it, won't compile", [1], nil),
    ("// Omitting the label is not allowed. This does not compile:\nb = 2", [2], nil),
    ("b = 2  // A compile-time error, not a runtime error", [1], nil),
    ("b = 2  // Does not compile: use var to avoid a runtime error", [1], nil),
    ("b = 2  // see https://a.b/c: does not compile", [1], nil), ("b = 2  // 🛑 Cannot be stopped", [1], nil),
    ("guard let a = b else { c() }  // 🛑 no optional", [1], nil),
    ("guard let a = b else { c() }  // This does not compile", [1], nil),
    ("b = 2\n// This is a compile-time error: it is a constant.", [1], nil),
    ("f(\n  1)\n// this will report an error", [1, 2], nil),
    ("a = 1\n// This does not compile:\nb = 2", [3], nil),
    ("b = 2  // Compiler error: it is a constant", [1], nil), ("b = 2  // Compile error: a constant", [1], nil),
    ("b = 2  // Error - it is a constant", [1], nil), ("b = 2  // Error (it is a constant)", [1], nil),
    ("b = 2  // Error!", [1], nil), ("b = 2  // ❌ Error", [1], nil), ("b = 2  // ⚠️ Compile error", [1], nil),
    ("b = 2  // This is an error.", [1], nil), ("b = 2  // compile-time failure", [1], nil),
    ("let b = a[3]  // Fatal error: Index out of range", [1], nil),
    ("func f() {\n  // Error: no copy\n  let b = a\n}", [3], nil),
    ("if b {\n  // this will not compile\n}", [1, 3], nil),
    ("do { try f() } catch { print(\"Error: \\(error)\") }\nb = 2  // Error: it is a constant", [2], nil),
    ("let title = \"Error\"\nb = 2\n// Error", [2], nil),
    ("func f() { fatalError(\"Fatal error: a\") }\nf()  // Fatal error: a", [2], nil),
    ("b = 2  /* Error */", [1], nil), ("b = 2  // <- Error", [1], nil), ("b = 2  // ← error", [1], nil),
    ("b = 2  // (error)", [1], nil), ("b = 2  // Swift error: a", [1], nil),
    ("b = 2  // expected-error {{a}}", [1], nil), ("func f() {\n  b = a[3]  // crashes\n}", [2], nil),
    ("b = a[3]  // Thread 1: Fatal error: Index out of range", [1], nil), ("b = a[3]  // Fatal error, index", [1], nil),
    ("b = a[3]  // will trap", [1], nil), ("b = a[3]  // This would crash.", [1], nil),
    ("b = a[3]  // Traps", [1], nil),
    ("b = a[3]  // EXC_BAD_INSTRUCTION", [1], nil), ("b = a[3]  // precondition failure", [1], nil),
  ])
  func anErrorIsExpectedWhereItIsAnnounced(code: String, lines: [Int], text: String?) {
    #expect(errors(code).map { $0.lines.sorted() } == [lines])
    #expect(errors(code).first?.text == text)
    #expect(errors(code).first?.isCertain == true)
  }

  @Test(arguments: [
    "b = 2  // ❌ a constant", "b = 2  // ⛔️ a constant", "f(1)  // Without the label, this does not compile",
    "f(1)  // Compile-time error if it has a label", "f(1)  // Even if it is equal, this does not compile",
    "// This reports an error if you forget a label.\nf(1)", "// Without the label it does not compile.\nf(1)",
    "// If a case is missing, the switch does not compile.\nf()",
    "guard let a = b else { c() }  // Error: 'b' is not optional", "do {\n  try f()\n} catch {  // Error: show it\n}",
    "switch r {\ncase .failure(let e):  // Error\n  _ = e\n}",
    "enum E {\n  // Error: it cannot be reached.\n  case a\n}",
  ])
  func anErrorMayBeWhereItIsUncertain(code: String) {
    #expect(errors(code).map(\.isCertain) == [false])
  }

  @Test(arguments: [
    "/// This triggers a runtime error.\nfunc f() {}", "// Report an error\nrecord(e)",
    "f()  // does not cause an error", "// A full disk is an\n// error, which the caller sees.\nsave()",
    "f()  // error, if any", "// 🛑 Stop the server\nserver.stop()", "server.stop()  // 🛑 Stops the server",
    "let limit = 10\n// limit = 11  // compile-time error\nprint(limit)", "// No compile-time error here.\nf()",
    "f()  // not a runtime error", "// Instead of a runtime error, you get nil:\nf()",
    "// Turns a runtime error into a compile-time error.\nf()", "// Do not compile this with -Ounchecked.\nf()",
    "// Don't compile the regex in the loop:\nf()", "// The tests do not compile these lines again.\nf()",
    "// Error, warning and info\nenum A {}",
    "f()  // Avoids runtime errors", "f()  // error handling", "f()  // error-prone",
    "f()  // => error", "f()  // an error!", "f()  // -> error", "f()  // a[3] would crash", "f()  // crash reports",
    "f(/* error: */ e)", "f()  // traps the signal", "f()  // crash", "f()  // trap",
    "log(.crashes)  // crashes", "let level = Level.error  // (error)", "log(.error)  // <- error",
    "enum E {\n  case crashes  // Crashes\n}", "let a = [\n  1,  // traps\n]", "let e = f()  // type error",
    "let a = [\n  1,  // (error)\n]", "f()  // Syntax error",
    "f()  // no error", "f()  // the network error: a",
    "f()  // Errors are thrown", "// an error was thrown",
    "a = 1\n// This does not compile:\n// b = 2", "f()  // Note: no compile-time error", "let s = \"// Error\"",
    "print(\"Error: \\(e)\")  // Error: bad", "print(\"Error: \\(e)\")\nprint(1)\n// Error: bad\n// 1",
    "do {\n  try f()\n} catch {\n  print(\"Error: \\(error)\")\n}  // Error: bad",
    "do {\n  try f()\n} catch {\n  print(\"Error: \\(error)\")\n  // Error: bad\n}",
    "do {\n  try f()\n} catch {\n  print(\"Error: \\(error)\")\n}\n// Start\n// Error: bad",
  ])
  func otherCommentsAnnounceNone(code: String) {
    #expect(errors(code) == [])
  }
}
