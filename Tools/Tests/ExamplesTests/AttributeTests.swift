import Markdown
import Testing

@testable import Examples

struct AttributeTests {
  @Test func everyAttributeIsRead() throws {
    let text = "unordered, group=a timeout=500ms requires=linux"
    let attributes = try Attributes(parsing: text)
    #expect(attributes.isUnordered)
    #expect(attributes.continues == "a")
    #expect(attributes.timeout == 0.5)
    #expect(attributes.requires == ["linux"])
  }

  @Test(arguments: [
    ("fails(trap)", Attributes.Outcome.trap(containing: nil)),
    ("fails(trap \"a (b\")", .trap(containing: "a (b")),
    ("fails(exit)", .exit(code: nil, containing: nil)),
    ("fails(exit 7)", .exit(code: 7, containing: nil)),
    ("fails(exit 7 \"text\")", .exit(code: 7, containing: "text")),
    ("fails(exit \"text\")", .exit(code: nil, containing: "text")),
    ("fails(issue)", .issue(containing: nil)),
    ("fails(issue \"text\")", .issue(containing: "text")),
    ("compile-fail \"no 'x'\"", .compileError(containing: "no 'x'")),
    ("compile-fail=\"no 'x'\"", .compileError(containing: "no 'x'")),
    ("compile-fail(no x)", .compileError(containing: "no x")),
  ])
  func theExpectedOutcomeIsRead(text: String, outcome: Attributes.Outcome) throws {
    #expect(try Attributes(parsing: text).outcome == outcome)
  }

  @Test(arguments: [
    ("ignore", "'ignore' needs a value"), ("ignore()", "'ignore' needs a value"),
    ("ignore( )", "'ignore' needs a value"), ("ignore=false", "'ignore' needs a value"),
    ("ignore(\"\")", "'ignore' needs a value"), ("compile-fail \" \"", "'compile-fail' needs a value"),
    ("fails(trap \" \")", "'fails(trap \" \")' is not a way to fail"),
    ("requires=linus", "'requires=linus' names an unknown system"),
    ("requires=!!linux", "'requires=!!linux' names an unknown system"),
    ("timeout=soon", "'timeout=soon' is not a time"), ("timeout=0s", "'timeout=0s' is not a time"),
    ("nonsense", "unknown attribute 'nonsense'"), ("fails", "'fails()' is not a way to fail"),
    ("fails(oddly)", "'fails(oddly)' is not a way to fail"), ("fails(exit 0)", "'fails(exit 0)' is not a way to fail"),
    ("fails(issue 1)", "'fails(issue 1)' is not a way to fail"),
    ("fails(exit many)", "'fails(exit many)' is not a way to fail"), ("compile-fail", "'compile-fail' needs a value"),
    ("ignore(never", "a parenthesis does not close"), ("compile-fail \"x", "a quoted text does not end"),
    ("timeout=-1", "'timeout=-1' is not a time"), ("timeout=infs", "'timeout=infs' is not a time"),
    ("timeout=nans", "'timeout=nans' is not a time"), ("timeout=1e300s", "'timeout=1e300s' is not a time"),
    ("timeout=61m", "'timeout=61m' is more than an hour"), ("no-run=false", "'no-run' takes no value"),
    ("unordered=false", "'unordered' takes no value"), ("continues(x)", "'continues' takes no value"),
    ("no-run fails(trap)", "'no-run' and 'fails' contradict each other"),
    ("swift5 swift6", "'swift5' and 'swift6' contradict each other"),
    ("compile-fail \"name\" no-run", "'compile-fail' and 'no-run' contradict each other"),
    ("manifest fails(trap \"x\")", "'manifest' and 'fails' contradict each other"),
    ("group=b continues", "'group' and 'continues' contradict each other"),
    ("no-run diagram", "'diagram' has no effect on an example that is not run"),
    ("timeout=1s manifest", "'timeout' has no effect on an example that is not run"),
    ("compile-fail \"name\" unordered", "'unordered' has no effect on an example that is not run"),
    ("requires=linux requires=!linux", "no system meets all of 'requires'"),
    ("requires=linux requires=macos", "no system meets all of 'requires'"),
    ("requires=linux,macos", "'requires' names one system"),
    ("timeout=5s timeout=6s", "'timeout' is given twice"), ("ignore(a) ignore(b)", "'ignore' is given twice"),
    ("compile-fail \"e\"", "any error contains \"e\""),
    ("\"x\"", "a quoted text belongs to no attribute"), ("=x", "'=x' does not start with a name"),
  ])
  func wrongAttributesAreExplained(text: String, message: String) {
    #expect { try Attributes(parsing: text) } throws: { ($0 as? AttributeProblem)?.message == message }
  }

  @Test(.timeLimit(.minutes(1))) func aLongAttributeIsReadInLinearTime() {
    let text = "fails(trap" + String(repeating: " ", count: 60_000) + "x)"
    #expect(throws: AttributeProblem.self) { try Attributes(parsing: text) }
  }

  @Test func laterAttributesHoldOverEarlierOnes() throws {
    let settings = [".": "swift5 timeout=1s", "Docs": "continues timeout=2s", "Docs/a.md": "swift6", "Doc": "no-run"]
    let page = Attributes(of: "Docs/a.md", in: settings)
    #expect(page.languageMode == "6" && page.continues == "" && page.timeout == 2)
    #expect(page.outcome == .succeeds)
    #expect(try Attributes(parsing: "no-run", over: page).outcome == .compiles)
  }

  @Test(arguments: [
    ("```swift unordered\nlet a = 1\n```", "'unordered' has no output to compare"),
    (
      "```swift fails(exit 2)\nimport PackageDescription\nlet package = Package(name: \"A\")\n```",
      "'manifest' and 'fails' contradict each other"
    ),
    (
      "<!-- examples: no-run -->\n\n```swift timeout=5s\nlet a = 1\n```",
      "'timeout' has no effect on an example that is not run"
    ),
    ("<!-- examples unordered -->", "'examples' is not an attribute of examples"),
  ])
  func settingsWithoutAnEffectAreProblems(page: String, message: String) {
    #expect(FileExamples(Document(name: "page.md", text: page + "\n")).problems.map(\.message) == [message])
  }

  @Test(arguments: [
    ("requires=linus", "did you mean 'linux'?"), ("unorderd", "did you mean 'unordered'?"),
    ("norun", "did you mean 'no-run'?"), ("Ignore(x)", "did you mean 'ignore'?"),
  ])
  func nearMissesSayWhatWasMeant(text: String, hint: String) {
    #expect { try Attributes(parsing: text) } throws: { ($0 as? AttributeProblem)?.hint == hint }
  }
}
