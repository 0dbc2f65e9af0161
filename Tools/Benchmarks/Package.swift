// swift-tools-version: 6.2
import PackageDescription

/// In the check, the packages are those of users, which Scripts/check-packages has built. Elsewhere, those of this checkout.
func packages(_ names: String...) -> [Package.Dependency] {
  guard let url = Context.environment["PACKAGES_URL"], let version = Context.environment["PACKAGES_VERSION"] else {
    return names.map { .package(path: "../../Packages/\($0)") }
  }
  return names.map { .package(url: "\(url)/\($0)", exact: Version(stringLiteral: version)) }
}

/// For what is not measured: compiled without optimization, it takes a third of the time.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

// A separate package, so that users of Waterclock do not resolve the libraries that it is compared with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  traits: [
    .trait(name: "AsyncAlgorithms", description: "Measures async-algorithms, too, which takes long to compile.")
  ],
  dependencies: packages("Streams", "Schedulers", "StreamsTesting", "Timers", "StreamsExtras") + [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // Exact, so that a later build is the same: needed by async-algorithms and by our packages.
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.13.1"),
  ],
  targets: [
    .target(name: "Allocations"),
    .target(name: "Pinning"),
    .target(name: "Measuring", dependencies: ["Allocations", "Pinning"]),
    .target(name: "Reporting", dependencies: ["Measuring"], swiftSettings: plain),

    // The folder Rows is in both of these by a link: the same rows, once with our module and once with the peer's.
    .target(
      name: "Ours",
      dependencies: [
        "Measuring", .product(name: "Streams", package: "Streams"),
        .product(name: "Schedulers", package: "Schedulers"),
      ]),
    .target(
      name: "Peer",
      dependencies: [
        "Measuring", .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "Schedulers", package: "Schedulers"),
      ]),
    .target(
      name: "AsyncPeer",
      dependencies: [
        "Measuring",
        .product(
          name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: .when(traits: ["AsyncAlgorithms"])),
        .product(name: "DequeModule", package: "swift-collections", condition: .when(traits: ["AsyncAlgorithms"])),
      ]),
    .target(name: "Timelines", dependencies: ["Measuring", .product(name: "Schedulers", package: "Schedulers")]),
    .target(name: "Extras", dependencies: ["Measuring", .product(name: "StreamsExtras", package: "StreamsExtras")]),
    .target(
      name: "Kit",
      dependencies: [
        "Measuring", .product(name: "StreamsTesting", package: "StreamsTesting"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),

    .target(
      name: "Ticking",
      dependencies: [
        .product(name: "Schedulers", package: "Schedulers"), .product(name: "Timers", package: "Timers"),
      ]),

    .target(name: "Compiling", dependencies: ["Measuring"], swiftSettings: plain),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Measuring", "Reporting", "Compiling", "Ours", "Peer", "AsyncPeer", "Timelines", "Extras", "Kit", "Ticking",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: plain),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
    .testTarget(name: "CompilingTests", dependencies: ["Compiling"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting"]),
  ],
  swiftLanguageModes: [.v6]
)
