import ArgumentParser

/// How the documented packages are built.
struct BuildOptions: ParsableArguments {
  enum System: String, ExpressibleByArgument, CaseIterable { case native, swiftbuild }

  @Option(help: "What 'swift build' builds the packages with. Default: what it does by itself.")
  var buildSystem: System?
}
