/// The module that an example forgets to import.
enum MissingImport {
  /// The first of `modules`, Testing and Foundation with which the compiler finds the name that it misses: each is tried.
  static func module(
    for settled: SettledExample, among modules: [String], _ compiler: Compiler
  ) async throws -> String? {
    guard let name = settled.compiled.output.firstMatch(of: missing)?.1 else { return nil }
    let imported = SwiftCode(settled.example).imports
    for module in modules + ["Testing", "Foundation"] where !imported.contains(module) {
      var example = settled.example
      example.imports.append(module)
      let output = try await compiler.compile(example).output
      if output.contains("no such module '\(module)'") { continue }
      if !output.contains(missing) || output.firstMatch(of: missing)?.1 != name { return module }
    }
    return nil
  }

  nonisolated(unsafe) private static let missing =
    /error: (?:cannot find (?:type |operator )?|no macro named |unknown attribute |no type named )'([^']+)'/
}
