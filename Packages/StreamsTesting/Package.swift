// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StreamsTesting",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
    .library(name: "StreamsLaws", targets: ["StreamsLaws"]),
  ],
  dependencies: [
    .package(path: "../Streams", traits: []),
    .package(path: "../Schedulers"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    .target(
      name: "StreamsTesting",
      dependencies: [
        .product(name: "Streams", package: "Streams"),
        .product(name: "SchedulersTestSupport", package: "Schedulers"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        // So that failures reach Swift Testing and XCTest where nothing else links it.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      // An async function runs where it is called, and so do the closures it takes.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .target(name: "StreamsLaws", dependencies: ["StreamsTesting"]),
    // The laws applied to everything in Streams, and stress. Not among the tests of Streams: these packages would depend
    // on each other in a circle then, which SwiftPM takes but some of its commands do not survive.
    .testTarget(name: "StreamsLawTests", dependencies: ["StreamsLaws"]),
    .testTarget(name: "StreamsStressTests", dependencies: ["StreamsLaws"]),
    .testTarget(
      name: "StreamsTestingTests", dependencies: ["StreamsLaws"],
      exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
