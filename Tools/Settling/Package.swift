// swift-tools-version: 6.2
import PackageDescription

// A package of its own, small: its program is started afresh for each trial.
let package = Package(
  name: "Settling",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../../Packages/Schedulers"),
    // Exact, so that a later build is the same: needed by Schedulers.
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.13.1"),
  ],
  targets: [
    .executableTarget(
      name: "trial",
      dependencies: [
        .product(name: "Schedulers", package: "Schedulers"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
