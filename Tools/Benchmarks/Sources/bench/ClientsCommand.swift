import ArgumentParser
import Foundation
import Measuring
import Reporting

/// Builds a program of one file on each library, from nothing, and says what that costs. On Linux.
struct ClientsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Measures builds, size and launch of a program of one file on each library.")

  @Option(help: "Only libraries whose names contain this text.")
  var filter = ""

  @Flag(help: "Save the run for the page Benchmarks.md, and write its tables.")
  var writeDocs = false

  /// What the rows are called, what the program imports, the package with products of these names, and how it is named.
  private typealias Library = (name: String, modules: [String], package: String, dependency: String)

  private static func ours(_ name: String, _ module: String, in package: String, traits: String = "") -> Library {
    let path = "\(FileManager.default.currentDirectoryPath)/Packages/\(package)"
    return (name, [module], package, ".package(path: \"\(path)\"\(traits))")
  }

  private static func openCombine(_ name: String, _ modules: [String]) -> Library {
    (name, modules, "OpenCombine", ".package(url: \"https://github.com/OpenCombine/OpenCombine\", exact: \"0.14.0\")")
  }

  private static let libraries: [Library] = [
    ("nothing", [], "", ""), ("Foundation", ["Foundation"], "", ""),
    ours("StreamsCore", "StreamsCore", in: "Streams"),
    ours("Streams without URLSession", "Streams", in: "Streams", traits: ", traits: []"),
    ours("Streams", "Streams", in: "Streams"), ours("Schedulers", "Schedulers", in: "Schedulers"),
    ours("Timers", "Timers", in: "Timers"), ours("StreamsExtras", "StreamsExtras", in: "StreamsExtras"),
    ours("StreamsTesting", "StreamsTesting", in: "StreamsTesting"),
    openCombine("OpenCombine", ["OpenCombine"]),
    // All that `Streams` has.
    openCombine(
      "OpenCombine with Dispatch and Foundation", ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"]),
  ]

  static var names: [String] { libraries.map(\.name) }

  func validate() throws {
    if writeDocs && !filter.isEmpty { throw ValidationError("--write-docs needs all libraries: leave out --filter.") }
    guard filter.isEmpty || Self.names.contains(where: { $0.contains(filter) }) else {
      throw ValidationError("No library's name contains “\(filter)”. There are: \(Self.names.joined(separator: ", ")).")
    }
  }

  func run() throws {
    var rows: [RowResult] = []
    print("import: release build, CPU s; debug build, CPU s; stripped, kB; launch, CPU ms; memory, MB")
    for library in Self.libraries where filter.isEmpty || library.name.contains(filter) {
      let (release, debug, launch) = try temporaryFolder { try measured(library, in: $0) }
      let figures = [
        release.nanoseconds[0] / 1e9, debug.nanoseconds[0] / 1e9, release.heldBytes! / 1e3, launch.nanoseconds[0] / 1e6,
        launch.heldBytes! / 1e6,
      ]
      say("\(library.name): " + figures.map { String(format: "%.1f", $0) }.joined(separator: "; "))
      // The page compares these: a side of the rows that other libraries have, too. The others have rows of their own.
      let sides = ["Streams": \RowResult.ours, "OpenCombine": \.peer, "Foundation": \.loop]
      for (what, timing) in [("release build", release), ("debug build", debug), ("launch", launch)] {
        let name = "\(what) of a client\(sides[library.name] == nil ? ", \(library.name)" : "")"
        if !rows.contains(where: { $0.name == name }) {
          rows.append(RowResult(name: name, section: "Programs", unit: .build, goal: Goal()))
        }
        rows[rows.firstIndex { $0.name == name }!][keyPath: sides[library.name] ?? \.ours] = timing
      }
    }
    guard writeDocs else { return }
    let report = Report(environment: try .here(command: "make bench-clients"), rows: rows)
    try Documents(folder: URL(fileURLWithPath: "Docs")).write(report, run: "clients")
  }

  /// CPU time of both builds, with the size of the program, and of a launch, with its peak memory.
  private func measured(_ library: Library, in folder: URL) throws -> (Timing, Timing, Timing) {
    let isBare = library.package.isEmpty
    let products = library.modules.map { ".product(name: \"\($0)\", package: \"\(library.package)\")" }
    try write(
      folder.appending(path: "Package.swift"),
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Client", dependencies: [\(library.dependency)],
        targets: [
          .executableTarget(
            name: "Client", dependencies: [\(isBare ? "" : products.joined(separator: ", "))], path: "Sources")
        ])
      """)
    let streams = """
      let numbers = PassthroughSubject<Int, Never>()
      let cancellable = numbers.map { $0 + 1 }.filter { $0 % 3 != 0 }.removeDuplicates().scan(0, +).dropFirst().sink { print($0) }
      for number in 1...10 { numbers.send(number) }
      cancellable.cancel()

      """
    try write(
      folder.appending(path: "Sources/main.swift"),
      library.modules.map { "import \($0)\n" }.joined() + (isBare ? "" : streams) + "_ = readLine()\n")
    let builds = try ["release", "debug"].map { configuration in
      let options = ["--package-path", folder.path, "--scratch-path", "\(folder.path)/\(configuration)"]
      _ = try cost(of: ["swift", "package"] + options + ["resolve"])
      return try cost(of: ["swift", "build", "-c", configuration] + options).cpu * 1e9
    }
    let program = "\(folder.path)/release/release/Client"
    _ = try cost(of: "strip", program)
    let size = try FileManager.default.attributesOfItem(atPath: program)[.size] as! Int
    let launches = try (0..<200).map { _ in try cost(of: program).cpu * 1e9 }
    return (
      Timing(nanoseconds: [builds[0]], heldBytes: Double(size)), Timing(nanoseconds: [builds[1]]),
      Timing(nanoseconds: [launches.reduce(0, +) / 200], heldBytes: try peakMemory(program))
    )
  }

  /// Bytes of a program that waits for a line of input.
  private func peakMemory(_ program: String) throws -> Double {
    let script = "\"$0\" < <(sleep 1) >/dev/null & sleep 0.5; grep VmHWM /proc/$!/status; wait"
    return Double(try cost(of: "bash", "-c", script, program).output.filter(\.isNumber)).map { $0 * 1024 } ?? 0
  }
}
