import Foundation

/// What SwiftPM itself does to compile and link a target, read from the plan it leaves in its build folder.
struct BuildPlan {
  /// The arguments of the compiler for the target, the compiler first.
  var compile: [String]
  /// The arguments of the linker step for the target's program, the compiler first.
  var link: [String]
  /// Every file that the build reads and did not make.
  var inputs: [String]

  /// Reads the plan of `target` in the build folder `scratch`.
  ///
  /// - Throws: `VerifierError` when SwiftPM's plan is not as expected.
  init(scratch: String, target: String) throws(VerifierError) {
    let path = scratch + "/debug.yaml"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw VerifierError("\(path): SwiftPM left no build plan; this tool needs Swift 6.0 or newer")
    }
    self = try BuildPlan(yaml: String(decoding: data, as: UTF8.self), path: path, scratch: scratch, target: target)
  }

  /// SwiftPM writes every list of its plan as JSON on one line, so that no reader of YAML is needed.
  init(yaml: String, path: String, scratch: String, target: String) throws(VerifierError) {
    var command: Substring = ""
    var compile: [String]?
    var link: [String]?
    var inputs: Set<String> = []
    for line in yaml.split(separator: "\n") {
      if line.hasPrefix("  \""), line.hasSuffix("\":") {
        command = line.dropFirst(3).dropLast(2)
      } else if line.hasPrefix("    args: [") {
        guard command.hasPrefix("C.\(target)-") else { continue }
        if command.hasSuffix(".module") { compile = BuildPlan.list(line.dropFirst(10)) }
        if command.hasSuffix(".exe") { link = BuildPlan.list(line.dropFirst(10)) }
      } else if line.hasPrefix("    inputs: [") {
        for input in BuildPlan.list(line.dropFirst(12)) ?? [] where input.hasPrefix("/") { inputs.insert(input) }
      }
    }
    guard let compile, let link else {
      throw VerifierError("\(path): no compile and link command for '\(target)' in SwiftPM's build plan")
    }
    self.compile = compile
    self.link = link
    self.inputs = inputs.filter { !$0.hasPrefix(scratch + "/") }.sorted()
  }

  private static func list(_ json: Substring) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(json.utf8))
  }
}

extension BuildPlan {
  /// The flags that decide what the code means, without those that say where results go and how the work is cut up.
  var languageFlags: [String] {
    let withValue: Set = [
      "-module-name", "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
      "-emit-const-values-path", "-num-threads", "-package-name",
    ]
    let alone: Set = [
      "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
      "-parseable-output", "-emit-objc-header", "-enable-testing", "-parse-as-library", "-whole-module-optimization",
    ]
    var flags: [String] = []
    var index = 1
    while index < compile.count {
      let flag = compile[index]
      index += 1
      if withValue.contains(flag) {
        index += 1
      } else if flag == "-Xfrontend", index < compile.count, compile[index] == "-entry-point-function-name" {
        index += 3
      } else if !alone.contains(flag), !flag.hasPrefix("@"), !BuildPlan.isJobCount(flag) {
        flags.append(flag)
      }
    }
    return flags
  }

  private static func isJobCount(_ flag: String) -> Bool {
    flag.hasPrefix("-j") && flag.dropFirst(2).allSatisfy(\.isNumber)
  }

  /// The object files of everything that the target depends on, and the other arguments of the linker step.
  ///
  /// - Throws: `VerifierError` when the list of objects cannot be read.
  func linkParts(target: String) throws(VerifierError) -> (objects: [String], flags: [String]) {
    var objects: [String] = []
    var flags: [String] = []
    var index = 1
    while index < link.count {
      let flag = link[index]
      index += 1
      if flag.hasPrefix("@") {
        guard let data = FileManager.default.contents(atPath: String(flag.dropFirst())) else {
          throw VerifierError("\(flag.dropFirst()): SwiftPM left no list of objects to link")
        }
        objects = ResponseFile.words(in: String(decoding: data, as: UTF8.self))
      } else if flag == "-o" || flag == "-module-name" {
        index += 1
      } else if flag == "-Xlinker", index < link.count, link[index] == "--defsym" {
        index += 3
      } else {
        flags.append(flag)
      }
    }
    return (objects.filter { !$0.contains("/\(target).build/") }, flags)
  }
}
