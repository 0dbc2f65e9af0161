import Foundation

/// Facts about an example from the names in its object file.
struct ObjectSymbols: Sendable, Equatable {
  /// Whether it would affect other examples in the same library.
  var needsIsolation = false
  /// Whether its output may differ from process to process: it uses sets, hashes, random numbers, tasks or threads.
  var varies = false
  /// Whether it asks what time it is.
  var readsClock = false

  /// Reads the objects of programs with the toolchain's own tools. Returns the facts under the names of their modules.
  static func of(_ programs: [Job], _ probe: BuiltProbe) async throws -> [String?: ObjectSymbols] {
    var modules: [String: String] = [:]
    for program in programs { modules[program.object ?? ""] = program.module }
    if modules.isEmpty { return [:] }
    var result: [String?: ObjectSymbols] = [:]
    let files = modules.keys.sorted()
    let names = try await run(["llvm-nm", "--format=posix", "--no-sort"] + files, probe.folder, probe.toolchain)
    forEachLine(of: names, in: modules) { module, line in
      // The name, a letter, and where it is defined.
      guard let end = line.firstIndex(of: UInt8(ascii: " ")), end + 1 < line.endIndex else { return }
      result[module, default: ObjectSymbols()].add(
        String(decoding: line[..<end], as: UTF8.self), kind: line[end + 1], module: module)
    }
    let sections = try await run(["llvm-objdump", "--section-headers"] + files, probe.folder, probe.toolchain)
    forEachLine(of: sections, in: modules) { module, line in
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count > 3, shared.contains(String(decoding: words[1], as: UTF8.self)),
        words[2].contains(where: { $0 != UInt8(ascii: "0") })
      else { return }
      result[module, default: ObjectSymbols()].needsIsolation = true
    }
    return result
  }

  /// Whether the code in `files` uses sets, dictionaries or hashes.
  static func mentionHashing(_ files: [String], folder: String, _ toolchain: Toolchain) async throws -> Bool {
    let names = try await run(["llvm-nm", "--format=just-symbols", "--no-sort"] + files, folder, toolchain)
    return hashing.contains { names.range(of: Data($0.utf8)) != nil }
  }

  private mutating func add(_ name: String, kind: UInt8, module: String) {
    if !varies { varies = (Self.hashing + Self.chance).contains { name.contains($0) } }
    if !readsClock { readsClock = name == "time" || Self.clocks.contains { name.contains($0) } }
    guard !needsIsolation else { return }
    switch kind {
    case UInt8(ascii: "U"), UInt8(ascii: "w"), UInt8(ascii: "v"):
      needsIsolation = name == "dlsym"
    case _ where name.hasPrefix("$s") && name.hasSuffix("Mc"):
      // The descriptor of a conformance starts with the name of the type.
      needsIsolation = !name.hasPrefix("$s\(module.utf8.count)\(module)")
    case UInt8(ascii: "T"), UInt8(ascii: "D"), UInt8(ascii: "B"), UInt8(ascii: "R"):
      // Another example could define the same.
      needsIsolation = !name.contains(module)
    default: break
    }
  }

  /// The compiler writes `SD` for a dictionary and `Sh` for a set. Foundation has its own.
  private static let hashing = ["SD", "Sh", "Hash", "hash", "Set", "Dictionary"]

  /// Without a first letter that may be a capital one. The compiler writes `6Thread` for the type of that name.
  private static let chance = [
    "andom", "huffle", "UUID", "getentropy", "swift_task_create", "swift_asyncLet", "swift_taskGroup", "ispatch",
    "pthread_create", "6Thread", "OperationQueue",
  ]

  private static let clocks = ["4DateV", "8CalendarV", "NSDate", "clock_gettime", "gettimeofday", "timespec_get"]

  /// Sections that the loader or the runtime read in a whole library.
  private static let shared: Set<String> = [
    "swift5_replace", "swift5_replac2", ".init_array", ".fini_array", ".preinit_array", ".ctors", "__swift5_replace",
    "__swift5_replac2", "__mod_init_func",
  ]

  private static func run(_ command: [String], _ folder: String, _ toolchain: Toolchain) async throws -> Data {
    Data(try await toolchain.output(of: command[0], Array(command.dropFirst()), in: folder, log: command[0]).utf8)
  }

  /// Calls `body` for each line with the module of the file that it is about. Both tools name a file on a line of its own
  /// before what is in it.
  private static func forEachLine(
    of text: Data, in modules: [String: String], _ body: (_ module: String, _ line: Data.SubSequence) -> Void
  ) {
    var module = modules.count == 1 ? modules.first?.value : nil
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if let colon = line.firstIndex(of: UInt8(ascii: ":")), line.first == UInt8(ascii: "/"),
        let next = modules[String(decoding: line[..<colon], as: UTF8.self)]
      {
        module = next
      } else if let module {
        body(module, line)
      }
    }
  }
}

extension Verifier {
  /// Reads the objects of the compiled examples: how to link an example, and how often to run it, depends on that.
  func readSymbols(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    let open = jobs.open.filter { jobs[$0].object != nil }
    let symbols = try await ObjectSymbols.of(open.map { jobs[$0] }, probe)
    for index in open {
      jobs[index].symbols = symbols[jobs[index].module] ?? ObjectSymbols(needsIsolation: true, varies: true)
      if jobs[index].countsCalls { jobs[index].symbols.needsIsolation = true }
    }
  }
}
