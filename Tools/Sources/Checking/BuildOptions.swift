import ArgumentParser

/// How the documented packages are built.
package struct BuildOptions: ParsableArguments {
  package enum System: String, ExpressibleByArgument, CaseIterable { case native, swiftbuild }

  @Option(help: "What 'swift build' builds the packages with. Default: what it does by itself.")
  package var buildSystem: System?

  package init() {}
}
