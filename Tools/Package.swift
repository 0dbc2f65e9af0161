// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tools",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "docs", targets: ["docs"]),
    .plugin(name: "VerifyExamples", targets: ["VerifyExamples"]),
    .plugin(name: "PreviewDocs", targets: ["PreviewDocs"]),
  ],
  dependencies: [
    // A range, because a package that uses a plugin has it in its graph too, and may need another version of it.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CCmark",
      pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .systemLibrary(name: "CExchange"),
    .target(name: "CEmbedded"),
    .target(name: "Files"),
    .target(name: "Markdown", dependencies: ["CCmark", "Files"]),
    .target(
      name: "Examples",
      dependencies: ["CEmbedded", "CExchange", "Files", "Highlighting", "Markdown"],
      exclude: ["Building/Loader.c", "Building/Supervisor.c"]),
    .target(name: "Highlighting"),
    .target(
      name: "Site", dependencies: ["CEmbedded", "CExchange", "Files", "Highlighting", "Markdown"],
      exclude: ["Assets"]),
    .target(
      name: "Checking",
      dependencies: ["Examples", "Files", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .executableTarget(
      name: "verify-examples",
      dependencies: ["Checking", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .executableTarget(
      name: "docs",
      dependencies: [
        "Checking",
        "Examples",
        "Files",
        "Markdown",
        "Site",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .plugin(
      name: "VerifyExamples",
      capability: .command(
        intent: .custom(verb: "verify-examples", description: "Compile and run the examples of the documentation."),
        permissions: [.writeToPackageDirectory(reason: "Examples are built, and results kept, in .build/docs.")]),
      dependencies: ["verify-examples"]),
    .plugin(
      name: "PreviewDocs",
      capability: .command(
        intent: .custom(verb: "preview-docs", description: "Build the site of the documentation."),
        permissions: [.writeToPackageDirectory(reason: "The site is written to .build/docs/site.")]),
      dependencies: ["docs"]),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown"]),
    .testTarget(name: "SiteTests", dependencies: ["Site"]),
    .testTarget(name: "CommandTests", dependencies: ["docs", "verify-examples"]),
    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "ExamplesTests", dependencies: ["Examples", "Markdown"], exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)

// For the plugins, SwiftPM compiles every target a second time. So `make` leaves them out; their tests have them in another
// package. Then no other package has the dependency in its graph, and every build has the same version.
if Context.environment["WITHOUT_PLUGINS"] != nil {
  package.dependencies = [.package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")]
  package.products.removeAll { $0 is Product.Plugin }
  package.targets.removeAll { $0.type == .plugin }
}
