import Foundation

/// What SwiftPM itself does to compile and link a target, read from the plan it leaves in its build folder.
struct BuildPlan {
  /// The arguments of the compiler for the target, the compiler first.
  var compile: [String]
  /// The arguments of the linker step for the target's program, the compiler first.
  var link: [String]
  /// Every file that the build reads and did not make.
  var inputs: [String]

  /// One step of a build.
  struct Step: Equatable {
    var name: String
    var tool = ""
    var inputs: [String] = []
    var arguments: [String] = []

    /// Whether the step compiles a module of Swift.
    var isModule: Bool { name.hasPrefix("C.") && name.hasSuffix(".module") && !arguments.isEmpty }
  }

  /// Reads the plan of `target` in the build folder `scratch`.
  ///
  /// - Throws: `VerifierError` when SwiftPM's plan is not as expected.
  init(scratch: String, target: String) throws(VerifierError) {
    let steps = try BuildPlan.steps(scratch: scratch)
    func arguments(_ ending: String) -> [String]? {
      steps.last { $0.name.hasPrefix("C.\(target)-") && $0.name.hasSuffix(ending) && !$0.arguments.isEmpty }?.arguments
    }
    guard let compile = arguments(".module"), let link = arguments(".exe") else {
      throw VerifierError("\(scratch)/debug.yaml: no compile and link command for '\(target)' in SwiftPM's build plan")
    }
    self.compile = compile
    self.link = link
    let inputs = Set(steps.flatMap(\.inputs)).filter { $0.hasPrefix("/") && !$0.hasPrefix(scratch + "/") }
    self.inputs = inputs.sorted()
  }

  /// Every step of the plan in the build folder `scratch`.
  ///
  /// - Throws: `VerifierError` when there is no plan.
  static func steps(scratch: String) throws(VerifierError) -> [Step] {
    let path = scratch + "/debug.yaml"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw VerifierError("\(path): SwiftPM left no build plan; this tool needs Swift 6.0 or newer")
    }
    return steps(yaml: String(decoding: data, as: UTF8.self))
  }

  /// SwiftPM writes every list of its plan as JSON on one line, so that no reader of YAML is needed.
  static func steps(yaml: String) -> [Step] {
    var steps: [Step] = []
    for line in yaml.split(separator: "\n") {
      if line.hasPrefix("  \""), line.hasSuffix("\":") {
        steps.append(Step(name: String(line.dropFirst(3).dropLast(2))))
      } else if !steps.isEmpty {
        let last = steps.count - 1
        if line.hasPrefix("    tool: ") { steps[last].tool = String(line.dropFirst(10)) }
        if line.hasPrefix("    args: [") { steps[last].arguments = list(line.dropFirst(10)) ?? [] }
        if line.hasPrefix("    inputs: [") { steps[last].inputs = list(line.dropFirst(12)) ?? [] }
      }
    }
    return steps
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

  /// The object files of everything that the target depends on, and the other arguments of the linker step, so that a
  /// program elsewhere finds the packages' shared libraries, too.
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
      } else if flag == "-o" {
        flags += ["-Xlinker", "-rpath=\(Library.folder(of: link[index]))"]
        index += 1
      } else if flag == "-module-name" {
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
