// availability.swift MANIFESTS GRAPHS: prints what each package needs, from what `swift package dump-package` prints, and the
// symbols that need more than that, from their symbol graphs. Fails if the documentation of such a symbol does not say so.
import Foundation

struct Manifest: Decodable {
  struct Platform: Decodable { var platformName, version: String }
  struct Tools: Decodable { var _version: String }
  var name: String
  var platforms: [Platform]
  var toolsVersion: Tools
}

struct Graph: Decodable {
  struct Version: Decodable { var major: Int }
  struct Availability: Decodable {
    var domain: String?
    var introduced: Version?
  }
  struct Identifier: Decodable { var precise: String }
  struct Comment: Decodable {
    struct Line: Decodable { var text: String }
    var lines: [Line]
  }
  struct Symbol: Decodable {
    var identifier: Identifier
    var pathComponents: [String]
    var availability: [Availability]?
    var docComment: Comment?
  }
  struct Relationship: Decodable { var kind, source, target: String }
  struct Module: Decodable { var name: String }
  var module: Module
  var symbols: [Symbol]
  var relationships: [Relationship]
}

let systems = ["macOS", "iOS", "tvOS", "watchOS"]

func decode<Value: Decodable>(_ type: Value.Type, folder: String, suffix: String) throws -> [Value] {
  try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.sorted().map { file in
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
  }
}

print("| Package | Swift | \(systems.joined(separator: " | ")) |\n| --- | ---: | ---: | ---: | ---: | ---: |")
for manifest in try decode(Manifest.self, folder: CommandLine.arguments[1], suffix: ".json") {
  let versions = systems.map { system in
    manifest.platforms.first { $0.platformName == system.lowercased() }?.version.replacing(".0", with: "") ?? "any"
  }
  let swift = manifest.toolsVersion._version.split(separator: ".").prefix(2).joined(separator: ".")
  print("| \(manifest.name) | \(swift) | \(versions.joined(separator: " | ")) |")
}

/// The sentence that the documentation of a symbol has to contain.
func need(_ symbol: Graph.Symbol) -> String? {
  let versions = systems.compactMap { system in
    symbol.availability?.first { $0.domain == system }?.introduced.map { "\(system) \($0.major)" }
  }
  guard let last = versions.last else { return nil }
  return "Needs \(versions.dropLast().joined(separator: ", ")) or \(last)."
}

/// The name of a symbol, without the labels that have the caller's place as their default.
func name(_ symbol: Graph.Symbol) -> String {
  symbol.pathComponents.joined(separator: ".").replacing(#/(fileID|filePath|line|column|sourceLocation):/#, with: "")
}

var rows: [String: Set<String>] = [:]
var isComplete = true
for graph in try decode(Graph.self, folder: CommandLine.arguments[2], suffix: ".symbols.json") {
  let needs = Dictionary(
    graph.symbols.map { ($0.identifier.precise, need($0)) }, uniquingKeysWith: { first, _ in first })
  let parents = Dictionary(
    graph.relationships.filter { $0.kind == "memberOf" }.map { ($0.source, $0.target) },
    uniquingKeysWith: { first, _ in first })
  for symbol in graph.symbols {
    guard let sentence = need(symbol) else { continue }
    // The availability of its type holds for a member, too.
    if let parent = parents[symbol.identifier.precise], needs[parent] == sentence { continue }
    rows[sentence, default: []].insert("| `\(name(symbol))` | \(graph.module.name) |")
    let documentation = symbol.docComment?.lines.map(\.text).joined(separator: " ") ?? ""
    if !documentation.contains(sentence) {
      FileHandle.standardError.write(Data("The documentation of \(name(symbol)) lacks: \(sentence)\n".utf8))
      isComplete = false
    }
  }
}
for (sentence, symbols) in rows.sorted(by: { $0.key > $1.key }) {
  let heading = sentence.replacing("Needs", with: "Need").dropLast()
  print("\n\(heading):\n\n| Symbol | Module |\n| --- | --- |\n\(symbols.sorted().joined(separator: "\n"))")
}
exit(isComplete ? 0 : 1)
