import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// READMEs of the shapes that well-known repositories have, in words of our own.
  struct ReadmeTests {
    @Test func everyExampleOfKnownShapesHasItsVerdict() async throws {
      let fixture = try Fixture("Readmes")
      let report = try await fixture.verify(["*/README.md"])
      let failures: [String] = report.results.compactMap { result in
        result.failure.map { "\(result.example.file):\($0.line): \($0.message)" }
      }
      let expected: [String] = [
        "Composer/README.md:46: does not compile: unknown attribute 'Score'",
        "Composer/README.md:63: does not compile: cannot find 'Staff' in scope",
        "Fisher/README.md:20: does not compile: cannot find 'URL' in scope; "
          + "write 'import Foundation', in hidden lines if readers need not see it",
        "Fisher/README.md:37: does not compile: cannot find operator '|>' in scope",
        "Nimblest/README.md:19: does not compile: cannot find 'hope' in scope",
        "Parser/README.md:18: this text follows code that prints, and is not compared (example at line 7); "
          + "make it a fence of the language output if it is printed, or write ignore(reason) after its language, "
          + "such as text, if it is not",
        "Sockets/README.md:22: does not compile: no such module '_SocketsTesting'",
      ]
      #expect(failures == expected)
      #expect(report.problems.map(\.summary) == [])
      let passed = report.results.filter { $0.failure == nil }.map(\.example.name)
      #expect(
        passed == [
          "Composer/README.md:37", "Netter/README.md:40", "Netter/README.md:62", "Reacts/README.md:55",
          "Sockets/README.md:39",
        ])
    }

    @Test func docCommentsSeeTheirOwnModuleAndWhatTheyDeprecate() async throws {
      let fixture = try Fixture("Readmes")
      let sources = ["Sources/Composer", "Sources/Netter"]
      try fixture.write("```swift\nimport Netter\nprint(countNetter())\n```\n", to: "deprecated.md")
      var configuration = Configuration()
      (configuration.documents, configuration.sources) = (["deprecated.md"], sources)
      let report = try await Verifier(root: fixture.root, configuration: configuration).verify()
      #expect(report.results.map(\.failure?.line) == [3, nil, nil, nil, nil])
      #expect(report.results[0].failure?.message.contains("'countNetter()' is deprecated") == true)
    }

    @Test func aScriptThatLooksLikeAManifestHasItsOwnError() async throws {
      let fixture = try Fixture("Readmes")
      let code = "enum Shop { static func target(name: String) {} }\n\nlet count: Int = \"a\"\nShop.target(name: \"b\")"
      try fixture.write("```swift\n\(code)\n```\n", to: "shop.md")
      let failure = try await fixture.verify(["shop.md"]).results[0].failure
      #expect(failure?.line == 4)
      #expect(
        failure?.message == "does not compile: cannot convert value of type 'String' to specified type 'Int'")
    }

    @Test func argumentsOfAManifestAreCodeOfOne() async throws {
      let fixture = try Fixture("Readmes")
      let page = """
        ```swift manifest
        dependencies: [
          .package(url: "https://example.org/a.git", .upToNextMajor(from: "5.10.0"))
        ]
        ```

        ```swift manifest
        dependencies: [.product(name: "A", package: "a")], path: "Sources", exclude: [], swiftSettings: [.define("B")]
        ```

        ```swift manifest
        dependencies: [.packet(name: "A")]
        ```

        ```swift
        .package(
          url: "https://example.org/a.git", from: "1.0.0"),
        ```

        ```swift
        let package = Package(
          // name, products
          dependencies: [.package(url: "https://example.org/a.git", from: "1.0.0")], cLanguageStandard: .c11)
        ```

        ```swift
        dependencies: [.package(uri: "https://example.org/a.git")]
        ```

        ```swift
        .testTarget(name: "T", dependencies: ["App"], plugins: [.plugin(name: "P", package: "l")])
        ```

        ```swift
        swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        ```

        ```swift
        .binaryTarget(name: "A", url: "https://example.org/a.zip", checksum: "0"),
        ```

        ```swift
        // swift-tools-version: 5.5
        import PackageDescription
        let package = Package(name: "Old", platforms: [.macOS(.v15)])
        ```

        ```swift
        let package = Package(name: "App", dependencies: [.package(path: "../A")], targets: [.target(name: "App")])
        ```
        """
      try fixture.write(page, to: "manifests.md")
      let report = try await fixture.verify(["manifests.md"])
      #expect(report.results.map { $0.failure?.line } == [nil, nil, 12, nil, nil, 27, nil, nil, nil, 45, nil])
      #expect(report.results[5].failure?.message.contains("uri") == true, "as a manifest")
      #expect(report.results[9].failure?.message.contains("'v15' is unavailable") == true)
    }
  }
}
