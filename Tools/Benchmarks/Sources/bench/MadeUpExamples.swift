import Foundation
import Measuring

/// A made-up repository of one package and many examples, which `docs verify` checks. What the compiler takes for one of them
/// in a process of its own is measured in between: a machine that is shared takes half as long again at other times.
struct MadeUpExamples {
  let docs: String
  let count: Int
  let root: URL
  private typealias Row = (title: String, cost: Cost, stages: [Substring])

  /// The table of all that was measured.
  func measured() throws -> String {
    try write(root.appending(path: "Sources/Clockwork/Gear.swift"), Self.library)
    try write(root.appending(path: "Package.swift"), Self.manifest)
    try write(root.appending(path: "README.md"), "# Gears\n\n" + (0..<count).map(document).joined(separator: "\n"))
    try write(root.appending(path: "alone.swift"), code(3))
    let first = try verify("with the library to build")
    var alone: [Double] = []
    let cold = try (0..<5).map { _ in
      alone += try (0..<5).map { _ in try compileAlone() }
      // Everything about the examples goes, but not the built library.
      for path in ["objects", "libraries", "examples.json"] {
        try FileManager.default.removeItem(at: root.appending(path: ".build/docs/\(path)"))
      }
      return try verify("\(count) examples from nothing")
    }.sorted { $0.cost.wall < $1.cost.wall }
    let same = try verify("nothing changed")
    try replace("struct Train7 {", by: "struct Train7: Sendable {", in: "README.md")
    let edited = try verify("one example edited")
    try replace("Double(teeth) / Double", by: "1.0 * Double(teeth) / Double", in: "Sources/Clockwork/Gear.swift")
    let rows = [first, cold[2], same, edited, try verify("the library's body edited")]
    let lines = rows.map { row in
      String(format: "| %@ | %.2f | %.2f | ", row.title, row.cost.cpu, row.cost.wall)
        + row.stages.joined(separator: " | ") + " |"
    }
    let note = String(
      format:
        "From nothing: %.2f to %.2f s in %d runs. In between, the compiler took %.3f CPU s (median) for one of the "
        + "examples in a process of its own. %@", cold[0].cost.wall, cold[4].cost.wall, cold.count, median(alone), load)
    return """
      | | CPU s | Wall s | Library | Compile | Link | Run |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))

      \(note)
      """
  }

  private func verify(_ title: String) throws -> Row {
    let cost = try cost(of: docs, "verify", "--root", root.path)
    // The last line but one ends with the seconds of each stage: "...; library 1.30, compile 2.69, ...".
    let lines = cost.output.split(separator: "\n")
    let stages = lines[lines.count - 2].split(separator: ";").last!.split(separator: ",")
      .map { $0.split(separator: " ")[1] }
    print("\(title): \(String(format: "%.2f CPU s, %.2f s", cost.cpu, cost.wall)); \(lines.last!)")
    return (title, cost, stages)
  }

  /// CPU seconds of the compiler for one of the examples, in a process of its own.
  private func compileAlone() throws -> Double {
    let builds = root.appending(path: ".build/docs/docs-probe/.build")
    let products = try FileManager.default.contentsOfDirectory(at: builds, includingPropertiesForKeys: nil)
      .map { $0.appending(path: "debug/Modules").path }
    let modules = products.first { FileManager.default.fileExists(atPath: $0) } ?? ""
    let source = root.appending(path: "alone.swift").path
    return try cost(
      of: "swiftc", "-frontend", "-c", "-primary-file", source, "-swift-version", "6", "-Onone", "-g", "-I", modules,
      "-module-name", "Alone", "-o", root.appending(path: "alone.o").path
    ).cpu
  }

  private func replace(_ old: String, by new: String, in path: String) throws {
    let file = root.appending(path: path)
    try write(file, String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: old, with: new))
  }

  private func code(_ number: Int) -> String {
    """
    import Clockwork

    struct Train\(number) {
      var gears: [Gear]
      var ratio: Double { zip(gears, gears.dropFirst()).map { $0.turns(of: $1) }.reduce(1, *) }
    }
    let train = Train\(number)(gears: (1...\(number % 7 + 2)).map { Gear(teeth: $0 * \(number + 3)) })
    print("ratio", train.ratio < 1, train.gears.map(\\.teeth).filter { $0.isMultiple(of: 2) }.count)

    """
  }

  private func document(_ number: Int) -> String {
    let even = (1...number % 7 + 2).count { ($0 * (number + 3)).isMultiple(of: 2) }
    return "```swift\n\(code(number))```\n\n```text\nratio true \(even)\n```\n"
  }

  private static let library = """
    public struct Gear: Sendable {
      public var teeth: Int
      public init(teeth: Int) { self.teeth = teeth }
      public func turns(of other: Gear) -> Double { Double(teeth) / Double(other.teeth) }
    }

    """
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Clockwork", products: [.library(name: "Clockwork", targets: ["Clockwork"])],
      targets: [.target(name: "Clockwork")])

    """
}
