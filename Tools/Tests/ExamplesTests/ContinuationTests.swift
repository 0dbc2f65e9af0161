import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// Fences that build on each other, and documented errors.
  struct ContinuationTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func verify(_ text: String, ignoringCache: Bool = true) async throws -> Report {
      try fixture.write(text, to: "page.md")
      return try await fixture.verify(["page.md"]) { $0.ignoresCache = ignoringCache }
    }

    private func failures(_ report: Report) -> [String] {
      report.problems.map { "\($0.line ?? 0): \($0.message)" }
        + report.results.compactMap { result in result.failure.map { "\($0.line): \($0.message)" } }
    }

    private func page(of groups: [[String]]) -> String {
      groups.enumerated().flatMap { number, fences in
        fences.map { "```swift group=g\(number)\n\($0)\n```\n\n" }
      }.joined()
    }

    @Test func testsOfEarlierFencesAreNotRunAgain() async throws {
      let tests = ["a", "b"].map { name in
        "```swift continues\nimport Testing\n@Test func \(name)() { print(\"\(name)\") }\n```\n\n```output\n\(name)\n```\n"
      }
      #expect(failures(try await verify(tests.joined(separator: "\n"))) == [])
    }

    @Test func fencesThatAreNotRunSeeEachOther() async throws {
      let page = "```swift no-run group=a\nlet a = 1\n```\n\n```swift no-run group=a\nlet b = a\n_ = b\n```\n"
      #expect(failures(try await verify(page)) == [])
      let other = page + "\n```swift group=a\nprint(a)\n```\n"
      #expect(failures(try await verify(other)) == ["11: does not compile: cannot find 'a' in scope"])
    }

    private let page = """
      <!-- examples: continues -->

      ```swift
      let names = ["a", "b"]
      print("first")
      // Prints "first"
      ```

      ```swift
      func count() -> Int { names.count }
      print(count())  // Prints: 2
      ```

      ```swift
      missing()
      let kept = 3
      ```

      ```swift
      let names = "a name declared again"
      print(names, kept)
      // Prints "a name declared again 3"
      ```

      ```swift
      print(names)  // Prints: wrong
      ```

      ```swift
      let none: [Int] = []
      print(none[kept])
      ```

      ```swift
      print(none, names)
      // Prints "[] a name declared again"
      ```

      ```swift
      let <#name#> = 1
      ```
      """

    @Test func eachFenceIsCheckedWithTheEarlierOnes() async throws {
      let report = try await verify(page)
      #expect(
        failures(report) == [
          "15: does not compile: cannot find 'missing' in scope",
          "26: prints something other than documented (example at line 25)",
          "31: traps: Fatal error: Index out of range",
        ])
      #expect(report.results.map(\.verdict.need).last == "placeholders")
      #expect(report.passedCount == 4)

      let again = try await verify(page, ignoringCache: false)
      #expect(again.results.count(where: \.isRemembered) == 4)
      #expect(failures(again) == failures(report))
    }

    @Test func onlyTasksOfEarlierFencesThatUseNoVariableAreLeftOut() async throws {
      let report = try await verify(
        """
        ```swift group=semaphore
        import Dispatch
        let done = DispatchSemaphore(value: 0)
        Task.detached { done.signal() }
        ```

        ```swift group=semaphore
        done.wait()
        print(1)  // Prints: 1
        ```

        ```swift group=stream
        let (numbers, input) = AsyncStream.makeStream(of: Int.self)
        let printing = 0, printed = AsyncStream.makeStream(of: Int.self)
        Task {
          for await number in numbers { printed.continuation.yield(number) }
        }
        ```

        ```swift group=stream
        input.yield(2)
        for await number in printed.stream {
          print(number)  // Prints: 2
          break
        }
        ```

        ```swift group=type
        enum Task { nonisolated(unsafe) static var count = 0 }
        Task.count = 3
        ```

        ```swift group=type
        print(Task.count)  // Prints: 3
        ```

        ```swift group=alone
        Task { print("started again") }
        ```

        ```swift group=alone
        try await Task.sleep(for: .milliseconds(1))
        print(4)  // Prints: 4
        ```
        """)
      #expect(failures(report) == [])
    }

    @Test func aNameThatIsDeclaredAgainShadowsTheEarlierOne() async throws {
      let groups = [
        [
          "let two = 2\nlet a = two * 10", "let two = 3\nprint(a, two)  // Prints: 20 3",
          "print(a + two)  // Prints: 23",
        ],
        [
          "let one = 1, two = 2\nvar list = [two], all = { \"\\(two)\" }\nif true { list += 0...two }",
          "let two = \"b\"\nprint(list, all(), one, two)  // Prints: [2, 0, 1, 2] 2 1 b",
        ],
        [
          "let two: Int? = 2\nlet read = { [two] in two ?? 0 }\nvar sum = 0\nif let two { sum += two }",
          "let two = 3\nsum += two\nprint(read(), sum)  // Prints: 2 5", "let two = 4\nprint(sum + two)  // Prints: 9",
        ],
        [
          "func f(_ n: Int) -> Int { n == 0 ? 1 : 2 * f(n - 1) }\nlet a = f(3), g = f",
          "func f(_ n: Int) -> Int { n }\nprint(a, g(2), f(3), [1].map(f))  // Prints: 8 4 3 [1]",
        ],
        [
          "/// A point.\n@MainActor\nfinal class P { var x = 1 }\nlet p = P(), q: [P?] = [p, P()], k = \\P.x",
          "extension P { var y: Int { x * 2 } }",
          "struct P { var x = 5, y = 6 }\nprint(P(), P().x, p.y, q[1]!.x, type(of: p))  // Prints: P(x: 5, y: 6) 5 2 1 P",
        ],
        [
          "protocol Shape { var area: Int { get } }\nstruct Square: Shape { var area = 4 }\nfunc total(_ shapes: [any Shape]) -> Int { shapes.reduce(0) { $0 + $1.area } }\nenum E: Error { case bad }\ntypealias N = Int\nlet s: N = total([Square()])\nfunc fail() throws { throw E.bad }",
          "struct Square { var side = 3 }\nenum E: Error { case worse }\ntypealias N = String\nlet n: N = \"a\"\nprint(s, total([]), Square(), n)  // Prints: 4 0 Square(side: 3) a\ndo { try fail() } catch let error as E { print(error) } catch { print(\"old\", error) }  // Prints: old bad",
        ],
        [
          "@propertyWrapper struct W { var wrappedValue: Int }\nstruct S { @W var n = 1 }",
          "struct W {}\nprint(S().n)  // 1",
        ],
        ["let a = 1; let two = a\nlet b = two", "let two = 5; let a = two\nprint(a, b, two)  // Prints: 5 1 5"],
        [
          "var list: [String] = []\nlet item = \"a\"\nlist.append(item)",
          "let item = \"b\"\nlist.append(item)\nprint(list)  // [\"a\", \"b\"]",
        ],
        ["let min = 3\nlet t = min * 2\nprint(min)", "let min = 4\nprint(t, min)  // Prints: 6 4"],
        [
          "func greet(_ n: String) -> String { \"Hi \" + n }\nlet one = greet(\"Ann\")",
          "func greet(_ n: String) { print(\"Hello\", n) }\ngreet(\"Bob\")  // Prints: Hello Bob\nprint(one)  // Prints: Hi Ann",
          "greet(\"Eve\")  // Prints: Hello Eve",
        ],
        [
          "var count = 1\n@MainActor func next() -> Int { count += 1; return count }",
          "var count = \"x\"\nprint(next(), count)  // Prints: 2 x",
        ],
        [
          "enum Kind { case a, b }\nlet k = Kind.a\nfunc show(_ k: Kind) -> String { switch k { case .a: \"a\"; case Kind.b: \"b\" } }",
          "enum Kind { case c }\nprint(show(k), Kind.c)  // Prints: a c",
        ],
        [
          "protocol Named { var name: String { get } }\nextension Named { var hi: String { \"Hi, \" + name } }\nstruct A: Named { var name = \"a\" }\nlet hi = A().hi",
          "protocol Named {}\nstruct B: Named {}\nprint(hi, A().hi, B())  // Prints: Hi, a Hi, a B()",
        ],
        [
          "private struct Q { var a = 1 }\nfileprivate let q = Q()\nprint(q.a)",
          "struct Q { var b = 2 }\nprint(q.a, Q().b)  // Prints: 1 2",
        ],
      ]
      #expect(failures(try await verify(page(of: groups))) == [])
    }

    @Test func aStatementThatBindsTheNameOfItsOwnDeclarationKeepsIt() async throws {
      let groups = [
        [
          "func sum(_ a: [Int]) -> Int { var sum = 0; for n in a { sum += n }; return sum }\nlet s = sum([1, 2])",
          "func sum(_ a: [Int]) -> Int { a.reduce(0, +) }\nprint(s, sum([1]))  // Prints: 3 1",
        ],
        [
          "func sum(_ a: [Int]) -> Int { a.reduce(0) { sum, n in sum + n } }\nlet s = sum([1, 2])",
          "func sum(_ a: [Int]) -> Int { 0 }\nprint(s, sum([1]))  // Prints: 3 0",
        ],
        [
          "func twice(twice: Int) -> Int { twice * 2 }\nlet t = twice(twice: 2)",
          "func twice(twice: Int) -> Int { 0 }\nprint(t, twice(twice: 1))  // Prints: 4 0",
        ],
        [
          "let total: Int = { var total = 0; total += 1; return total }()\nlet t = total",
          "let total = 5\nprint(t, total)  // Prints: 1 5",
        ],
        [
          "let given: String? = \"a\"\nlet name = if let name = given { name } else { \"none\" }\nlet n = name",
          "let name = \"b\"\nprint(n, name)  // Prints: a b",
        ],
        [
          "let double = { (double: Int) in double * 2 }\nlet d = double(2)",
          "let double = 1.5\nprint(d, double)  // Prints: 4 1.5",
        ],
        [
          "let next = { next in next + 1 }\nlet n: Int = next(2)",
          "let next = 1\nprint(n, next)  // Prints: 3 1",
        ],
        [
          "func f(_ f: (Int) -> Int) -> Int { f(1) }\nlet r = f { $0 + 1 }",
          "func f(_ f: (Int) -> Int) -> Int { 0 }\nprint(r, f { $0 })  // Prints: 2 0",
        ],
        [
          "var area: Double { let area = 2.0 * 3; return area }\nlet a = area",
          "var area: Double { 1 }\nprint(a, area)  // Prints: 6.0 1.0",
        ],
        [
          "func text(_ s: String) -> String { s }\nfunc text(_ n: Int) -> String { text(\"<\\(n)>\") }\nlet t = text(1)",
          "func text(_ n: Int) -> String { \"\" }\nprint(t, text(1))  // Prints: <1>",
        ],
        [
          "func sum(upTo n: Int) -> Int { n == 0 ? 0 : n + sum(upTo: n - 1) }\nlet s = sum(upTo: 3)",
          "func sum(upTo n: Int) -> Int { 0 }\nprint(s, sum(upTo: 1))  // Prints: 6 0",
        ],
        [
          "func text(_ s: String) -> String { s }\n@MainActor\nfunc text(\n  _ n: Int  // A number.\n) -> String { n == 0 ? text(\"0\") : text(n - 1) + text(\"<\\(n)>\") }\nlet t = text(2)",
          "func text(_ n: Int) -> String { \"\" }\nprint(t, text(2))  // Prints: 0<1><2>",
        ],
        [
          "let total: Int = { let (total, b) = (1, 2); return total + b }()\nlet t = total",
          "let total = 5\nprint(t, total)  // Prints: 3 5",
        ],
        [
          "let double = { (double: inout Int) in double *= 2 }\nvar d = 2\ndouble(&d)",
          "let double = 1.5\nprint(d, double)  // Prints: 4 1.5",
        ],
        [
          "let half: (Int) -> Int = { half in half / 2 }, product: (Int) -> Int = { n in n == 0 ? 1 : n * product(n - 1) }\nlet p = product(3), h = half(4)",
          "let product = 5, half = 0.5\nprint(p, h, product, half)  // Prints: 6 2 5 0.5",
        ],
        [
          "var count: Int = 0 { didSet { print(count) } }\ncount += 1",
          "let count = \"x\"\nprint(count)  // Prints: x",
        ],
        [
          "let one = 1, two = one + [2].map { one in one * 2 }[0]",
          "let one = 5\nprint(one, two)  // Prints: 5 5",
        ],
      ]
      #expect(failures(try await verify(page(of: groups))) == [])
    }

    @Test func oldTypesAreInKeyPathsAndPrintedByTheirNames() async throws {
      let groups = [
        [
          "struct P { var x = 1 }\nlet p: P? = P(), k = \\[P].first",
          "struct P { var y = 2 }\nprint(p as Any, [P()])  // Prints: Optional(main.P(x: 1)) [main.P(y: 2)]\nprint([p!][keyPath: k]!.x)  // 1",
        ],
        ["struct A { var x = 1 }; let a = A()", "struct A { var y = 1 }\nprint(a.x, A().y)  // Prints: 1 1"],
        [
          "struct A { var x = 1 }; struct B { var a = A() }\nlet b = B()",
          "struct B { var y = 2 }\nprint(b.a.x, B().y, A().x)  // Prints: 1 2 1",
        ],
      ]
      #expect(failures(try await verify(page(of: groups))) == [])
    }

    @Test func linesWithDocumentedErrorsDeclareNothingForLaterFences() async throws {
      let groups = [
        ["let a = 1\nlet a = 2  // Error: invalid redeclaration of 'a'", "print(a)  // Prints: 1"],
        ["func f() -> Int { 1 }\nfunc f() -> Int { 2 }  // Error: invalid redeclaration", "print(f())  // Prints: 1"],
        [
          "struct P { var x = 1 }\nstruct P { var y = 1 }  // Error: invalid redeclaration",
          "print(P().x)  // Prints: 1",
        ],
      ]
      #expect(failures(try await verify(page(of: groups))) == [])
    }

    @Test func declarationsMayMeanATypeThatIsDeclaredAgainLater() async throws {
      let fences = [
        "class Home { var rooms = 1 }\nclass Person { var home: Home? }\nlet old = Home()",
        "class Person { var home: Home? }",
        "class Home { var size = 2 }",
        "let ann = Person()\nann.home = Home()\nprint(ann.home!.size, old.rooms)  // 2 1",
        "print(old.size)",
      ]
      let report = try await verify(fences.map { "```swift continues\n\($0)\n```\n" }.joined())
      #expect(failures(report) == ["18: does not compile: value of type 'Line2.Home' has no member 'size'"])
    }

    @Test func verdictsDoNotDependOnWhichFencesAreChecked() async throws {
      func page(_ last: String) -> String {
        [
          "let two = 2\nvar list = [two]\nlist.append(two)", "let two = 3\nlet c = two + 1\nmissing()", "let two = 4",
          "import Testing\n@Test func last() { #expect(two == 4) }", last,
        ].map { "```swift continues\n\($0)\n```\n\n" }.joined()
      }
      let broken = [
        "10: does not compile: cannot find 'missing' in scope"
      ]
      #expect(
        failures(try await verify(page("print(list, c, two)  // Prints: [2, 2] 4 4"), ignoringCache: false)) == broken)
      let edited = page("print(c, two, list)  // Prints: 4 4 [2, 2]")
      #expect(failures(try await verify(edited, ignoringCache: false)) == broken)
      #expect(failures(try await fixture.verify(["page.md"]) { $0.only = ["page.md:23"] }) == [])
    }

    @Test func aDeclarationThatALaterFenceCompletesIsSeenAfterIt() async throws {
      let report = try await verify(
        """
        <!-- examples: continues -->

        ```swift
        struct House { var rooms: [Room] = [] }
        ```

        ```swift
        print(1)  // Prints: 1
        ```

        ```swift
        struct Room {}
        ```

        ```swift
        print(House().rooms.count)  // Prints: 0
        ```
        """)
      #expect(failures(report) == ["4: does not compile: cannot find type 'Room' in scope"])
    }

    @Test func earlierFencesThatEndTheProgramAreLeftOut() async throws {
      let report = try await verify(
        """
        <!-- examples: continues swift5 -->

        ```swift
        let closure = { print("a") }
        closure()  // Prints: a
        ```

        ```swift
        let closure = { print("b") }
        closure()  // Prints: b
        ```
        """)
      #expect(failures(report) == [])
    }

    @Test func whatAnEarlierFenceDefersIsNotItsOutput() async throws {
      let first = "```swift group=a\nlet a = 1\ndefer { print(\"end\") }\nprint(a)\n```\n\n```text\n1\nend\n```\n\n"
      #expect(failures(try await verify(first + "```swift group=a\nprint(a + 1)  // Prints: 2\n```\n")) == [])
    }

    @Test func docCommentsBuildOnEachOther() async throws {
      let text = "a\n```swift\nlet a = 1\n```\n\n```swift continues\nprint(a)  // Prints: 1\n```"
      let comment = text.split(separator: "\n", omittingEmptySubsequences: false).map { "/// \($0)\n" }.joined()
      try fixture.write(comment + "public let added = 1\n", to: "Sources/Added/Added.swift")
      #expect(failures(try await fixture.verify([], sources: ["Sources/Added"])) == [])
    }

    @Test func tasksOfEarlierFencesAreNotRunAgain() async throws {
      let tasks = "func hello() async { print(\"Hello\") }\nTask { await hello() }\nTask.detached { await hello() }"
      let later = "for _ in 1...1000 { await Task.yield() }\nprint(1)  // Prints: 1"
      let fences = [tasks, later].map { "```swift continues\n\($0)\n```\n" }
      #expect(failures(try await verify(fences.joined(separator: "\n"))) == [])
    }

    @Test func anAttributeIsLeftOutWithItsDeclaration() async throws {
      let member = "@available(*, deprecated, message: \"Old.\")\nmutating func lock() {}"
      let fences = [member, "print(1)  // Prints: 1"].map { "```swift continues\n\($0)\n```\n" }
      let found = failures(try await verify(fences.joined(separator: "\n")))
      #expect(found == ["3: does not compile: 'mutating' is only valid on methods"])
    }

    @Test func anExampleIsReachedAlsoIfAnEarlierFenceEndsWell() async throws {
      let report = try await verify(
        """
        <!-- examples: continues -->

        ```swift
        import Foundation

        let name = "a"
        if name == "a" { exit(0) }
        ```

        ```swift
        precondition(name == "b")
        ```

        ```swift
        print(name)  // Prints: a
        ```
        """)
      #expect(failures(report) == ["11: traps: Precondition failed"])
      let server = "```swift\nimport Foundation\n\nlet port = 80\nexit(0)\n```\n\n"
      #expect(failures(try await verify(server + "```swift continues\nprint(port)  // Prints: 80\n```\n")) == [])
    }

    @Test func documentedErrorsMustOccur() async throws {
      let report = try await verify(
        """
        ```swift
        let a = 1
        a = 2  // Error
        print(a)  // Prints: 1
        ```

        ```swift
        let b = 1
        print(b)  // Prints: 1
        _ = b + 1  // Error
        ```

        ```swift
        let c = 1
        c = 2  // error: cannot find
        ```

        ```swift
        let d = 1
        d = 2
        // This is a compile-time error: it is a constant.
        print(e)
        ```

        ```swift
        let f: Int? = Int("x")
        print(f!)  // this triggers a runtime error
        ```

        ```swift
        func g(_ h: Int) {
          h = 1  // Error
          h = "a"  // Error
        }
        g(1)
        print("end")  // Prints: other
        ```
        """)
      #expect(
        failures(report) == [
          "10: does not report the documented error; if the comment announces none, start it with 'Note:'",
          "15: does not compile: cannot assign to value: 'c' is a 'let' constant; documented is 'cannot find'",
          "22: does not compile: cannot find 'e' in scope",
          "36: prints something other than documented (example at line 30)",
        ])
    }

    @Test func whatDependsOnDocumentedErrorsIsLeftOut() async throws {
      func page(_ parts: [String]) -> String { parts.map { "```swift\n\($0)\n```\n" }.joined(separator: "\n") }
      let right = [
        "func a() -> Int {\n  return \"a\"  // Error\n}", "func a() {\n  let x: Int\n  x = \"a\"  // Error\n  _ = x\n}",
        "class A {\n  let n: Int\n  init() {\n    n = \"a\"  // Error\n  }\n}\n_ = A()",
        "let n = 1\nswitch n {\ncase 1:\n  n = 2  // Error\ndefault: break\n}",
        "struct A {\n  var x: Int\n  var y: Missing  // Error\n}\nlet a = A(x: 1, y: 2)\nprint(a.x)",
        "let (a, b): (Int, Int) = \"x\"  // Error\nprint(a + b)",
        "let a = 1, b: Int = \"x\"  // Error\nlet c = b\n_ = (a, c)",
        "protocol P { var n: Int { get } }\nstruct X {}\nextension X: P {}  // Error\nlet p: any P = X()\n_ = p",
        "print(1)  // 1\nfunc a() -> Int {\n  return \"a\"  // Error\n}",
        "func a() {\n  var x = 5\n  x = \"a\"  // Error\n}",
        "let limit = 10\n// Error: cannot assign\nlimit = 11\nprint(limit)  // 10",
        "let limit = 10\nlimit = 11  // Error\nprint([1][limit])\n// This is a runtime error\nprint(\"never\")",
        "let limit = 10\nlimit = 11  // Error\nlet name: String\nprint(name)\n// Error: used before being initialized\n"
          + "print(limit)",
        "let limit = 10\n// Error\nlimit = 11\n// Error\nlimit = 12\n// Error\nlimit = 13",
        "let limit = 10\nlet name: String\nprint(name)\n// Error: used before being initialized\nlimit = 11  // Error",
        "let limit = 10\nlimit = 11  // ❌ Cannot assign\nprint(limit)  // 10",
        "var limit = 10\nlimit = 11  // ❌ Bad style",
        "let b = 1\nguard let a = b else { fatalError() }  // Error: 'b' is not optional\nprint(b)  // 1",
        "let b: Int? = 1\nguard let a = b else { fatalError() }  // Error: b is nil\nprint(a)  // 1",
        "func f(a: Int) {}\nf(1)  // Without the label, this does not compile",
        "import Testing\n@Test func a() {\n  let n: Int = \"a\"  // Error\n  _ = n + 1\n}",
      ]
      #expect(failures(try await verify(page(right))) == [])

      let wrong = [
        "let j = 1\nj = 2  // Error\nfunc k() -> Int {}", "let i: Int = \"a\"  // Error\nfunc k() -> Int {}",
        "struct A {\n  let n = 1\n  func f() {\n    n = 2  // Error\n  }\n  func g() -> Int {}\n}",
        "let y = 1\ny = 2  // Error\nlet x: Int\nprint(x)",
        "let l: Int = \"a\"  // Error\nlet m = l + 1\nprecondition([1].count == m)\nprecondition([1].count == 2)",
        "let i = 1\ni = 2  // error: t",
        "var limit = 10\nlimit = 11  // 🛑 Cannot assign",
        "import Testing\n@Test func a() {\n  let n: Int = \"a\"  // Error\n  #expect(n == 1)\n}",
      ]
      let without = "does not compile without the lines whose errors are documented"
      #expect(
        failures(try await verify(page(wrong))) == [
          "4: \(without): missing return in global function expected to return 'Int'; give them a fence of their own",
          "9: \(without): missing return in global function expected to return 'Int'; give them a fence of their own",
          "18: \(without): missing return in instance method expected to return 'Int'; give them a fence of their own",
          "26: \(without): constant 'x' used before being initialized; give them a fence of their own",
          "33: traps: Precondition failed",
          "38: does not compile: cannot assign to value: 'i' is a 'let' constant; documented is 't'",
          "43: does not report the documented error; if the comment announces none, start it with 'Note:'",
          "50: \(without): cannot find 'n' in scope; give them a fence of their own",
        ])
    }

    @Test func testsContinueDeclarations() async throws {
      let report = try await verify(
        """
        <!-- examples: continues -->

        ```swift
        import Testing

        struct Pair { var first, second: Int }
        print(Pair(first: 1, second: 2).first)  // Prints: 1
        ```

        ```swift
        @Test func one() { #expect(Pair(first: 1, second: 2).second == 2) }
        ```

        ```swift
        struct Pairs {
          @Test func two() { #expect(Pair(first: 1, second: 2).second == 3) }
        }
        ```

        ```swift
        print(Pair(first: 3, second: 4).second)  // Prints: 4
        ```
        """)
      #expect(failures(report).count == 1)
      #expect(failures(report).first?.hasPrefix("16: a test fails") == true)
    }

    @Test func aNameOfAnEarlierFenceIsExplained() async throws {
      let report = try await verify(
        """
        ```swift
        let a = 1
        ```

        ```swift
        print(a)
        ```

        ```swift
        print(b)
        ```
        """)
      #expect(
        failures(report) == [
          "6: does not compile: cannot find 'a' in scope; "
            + "with 'continues' after 'swift' it sees the fences before it, and compiles",
          "10: does not compile: cannot find 'b' in scope",
        ])
    }

    @Test func namesOfTuplesAndOperatorsAreFoundInEarlierFences() async throws {
      let fences = [
        "import Foundation\nlet (a, b) = (1, 2), now = Date()", "print(b)", "var c = 1, d = 2\n(c, d) = (d, c)",
        "print(d)",
        "infix operator |>\nfunc |> (a: Int, f: (Int) -> Int) -> Int { f(a) }", "print(1 |> { $0 + 1 })", "print(now)",
        "extension Int { var tripled: Int { self * 3 } }", "print(2.tripled)",
      ]
      let report = try await verify(fences.map { "```swift\n\($0)\n```\n" }.joined())
      let hint = "it sees the fences before it, and compiles"
      #expect(failures(report).map { $0.hasSuffix(hint) } == [true, true, true, true, true])
    }

    @Test func anEarlierImportIsNoReasonToContinue() async throws {
      let report = try await verify(
        "```swift\nimport Foundation\nprint(1)\n```\n\n```swift\nprint(Date() > .distantPast)\n```\n")
      #expect(failures(report).first?.contains("write 'import Foundation'") == true)
    }

    @Test func languageModesAndSystemsAreApart() async throws {
      let report = try await verify(
        """
        ```swift swift5
        var counter = 0
        func count() { counter += 1 }
        count()
        print(counter)  // Prints: 1
        ```

        ```swift
        var counter = 0
        nonisolated func count() { counter += 1 }
        ```

        ```swift requires=linux
        import UIKit
        ```
        """)
      #expect(report.results.map(\.verdict.word) == ["passed", "failed", "not checked: import UIKit"])
    }
  }
}
