// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Timers",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.library(name: "Timers", targets: ["Timers"])],
  dependencies: [
    .package(path: "../Streams", traits: []),
    .package(path: "../Schedulers"),
    // Only for tests, and fetched with Schedulers in any case.
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(
      name: "Timers",
      dependencies: [
        .product(name: "Streams", package: "Streams"),
        .product(name: "Schedulers", package: "Schedulers"),
      ]),
    .testTarget(
      name: "TimersTests",
      dependencies: ["Timers", .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")]),
  ],
  swiftLanguageModes: [.v6]
)
