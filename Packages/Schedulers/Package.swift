// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Schedulers",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Schedulers", targets: ["Schedulers"]),
    // For test targets only: it imports Swift Testing.
    .library(name: "SchedulersTestSupport", targets: ["SchedulersTestSupport"]),
  ],
  dependencies: [
    .package(path: "../Streams", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(
      name: "Schedulers",
      dependencies: [
        .product(name: "Streams", package: "Streams"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .target(
      name: "SchedulersTestSupport",
      dependencies: [
        "Schedulers",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(
      name: "SchedulersTests",
      dependencies: [
        "Schedulers",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(name: "SchedulersTestSupportTests", dependencies: ["SchedulersTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
