// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tools",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "docs", targets: ["docs"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-docc-symbolkit", exact: "1.0.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CCmark",
      pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .systemLibrary(name: "CExchange"),
    .target(name: "Files"),
    .target(name: "Markdown", dependencies: ["CCmark"]),
    .target(
      name: "Examples",
      dependencies: [
        "Files",
        "Highlighting",
        "Markdown",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [.embedInCode("Building/Supervisor.c")]),
    .target(name: "Highlighting"),
    .target(name: "Pages", dependencies: ["Markdown", "Highlighting"]),
    .target(name: "Symbols", dependencies: [.product(name: "SymbolKit", package: "swift-docc-symbolkit")]),
    .target(
      name: "Site", dependencies: ["CExchange", "Files", "Markdown", "Pages", "Symbols"],
      resources: [.embedInCode("Assets")]),
    .target(name: "WebLinks"),
    .target(
      name: "Serve",
      dependencies: [
        "Files",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .executableTarget(
      name: "docs",
      dependencies: [
        "Markdown",
        "Examples",
        "Pages",
        "Serve",
        "Site",
        "WebLinks",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown"]),
    .testTarget(name: "PagesTests", dependencies: ["Pages"]),
    .testTarget(name: "SiteTests", dependencies: ["Site"]),
    .testTarget(name: "SymbolsTests", dependencies: ["Symbols"]),
    .testTarget(name: "CommandTests", dependencies: ["docs"]),
    .testTarget(
      name: "WebLinksTests",
      dependencies: [
        "WebLinks",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(name: "ServeTests", dependencies: ["Serve", .product(name: "FlyingSocks", package: "FlyingFox")]),
    .testTarget(name: "ExamplesTests", dependencies: ["Examples", "Markdown"], exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
