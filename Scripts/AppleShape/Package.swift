// swift-tools-version: 6.2
import PackageDescription

/// The packages as they are built on Apple's platforms: a system module `Combine`, and a `Streams` that re-exports it.
/// `Scripts/apple-shape` lays the sources out as this manifest expects them.
let reporting = Target.Dependency.product(name: "IssueReporting", package: "xctest-dynamic-overlay")
let reportingInTests = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")

let package = Package(
  name: "AppleShape",
  dependencies: [
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    .target(name: "StreamsThread"),
    .target(name: "StreamsCore", dependencies: ["StreamsThread"]),
    .target(name: "StreamsDispatch", dependencies: ["StreamsCore"]),
    .target(name: "StreamsFoundation", dependencies: ["StreamsCore", "StreamsDispatch", "StreamsThread"]),
    .target(name: "Combine", dependencies: ["StreamsCore", "StreamsDispatch", "StreamsFoundation"]),
    .target(name: "Streams", dependencies: ["Combine"]),
    .target(name: "Schedulers", dependencies: ["Streams", reporting]),
    .target(name: "Timers", dependencies: ["Streams", "Schedulers"]),
    .target(
      name: "StreamsTesting",
      dependencies: ["Streams", "Schedulers", reporting, .product(name: "CustomDump", package: "swift-custom-dump")]),
    .testTarget(name: "StreamsCoreTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsDispatchTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsFoundationTests", dependencies: ["Streams"]),
    .testTarget(name: "SchedulersTests", dependencies: ["Schedulers", reportingInTests]),
    .testTarget(name: "TimersTests", dependencies: ["Timers"]),
    .testTarget(name: "StreamsTestingTests", dependencies: ["StreamsTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "StreamsThread" {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
