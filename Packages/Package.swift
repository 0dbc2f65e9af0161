// swift-tools-version: 6.2
import PackageDescription

// The tests of all packages in one build, which compiles each module once. Depend on the packages beside it, not on this
// one.

/// Scripts/AppleShape has a link to this manifest.
let isAppleShape = Context.packageDirectory.hasSuffix("AppleShape")

let streams = Target.Dependency.product(name: "Streams", package: "Streams")
let schedulers = Target.Dependency.product(name: "Schedulers", package: "Schedulers")
let laws = Target.Dependency.product(name: "StreamsLaws", package: "StreamsTesting")
let reporting = Target.Dependency.product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")

/// A test target of `package`, which also sees what that declares as `package`.
func tests(
  _ name: String, of package: String, using dependencies: Target.Dependency..., exclude: [String] = [],
  flags: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "\(package)/Tests/\(name)", exclude: exclude,
    packageAccess: false,
    swiftSettings: [.unsafeFlags(["-package-name", package.lowercased()] + flags), .define("URLSession")])
}

let package = Package(
  name: "Waterclock",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "Streams"),
    .package(path: "Schedulers"),
    .package(path: "Timers"),
    .package(path: "StreamsTesting"),
    .package(path: "StreamsExtras"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    tests("StreamsCoreTests", of: "Streams", using: streams),
    tests("StreamsFoundationTests", of: "Streams", using: streams),
    tests("SchedulersTests", of: "Schedulers", using: schedulers, reporting),
    tests(
      "SchedulersTestSupportTests", of: "Schedulers",
      using: .product(name: "SchedulersTestSupport", package: "Schedulers")),
    tests("TimersTests", of: "Timers", using: .product(name: "Timers", package: "Timers"), reporting),
    tests("StreamsLawTests", of: "StreamsTesting", using: laws),
    // Optimised, as users' programs are: what is inlinable then becomes part of the tests.
    tests("StreamsStressTests", of: "StreamsTesting", using: laws, flags: ["-O"]),
    tests("StreamsTestingTests", of: "StreamsTesting", using: laws, exclude: ["Golden"]),
    tests(
      "StreamsExtrasTests", of: "StreamsExtras", using: schedulers, laws,
      .product(name: "StreamsExtras", package: "StreamsExtras")),
  ],
  swiftLanguageModes: [.v6]
)

if !isAppleShape {
  package.dependencies.append(.package(path: "Combine"))
  package.targets += [
    // With sources of its own, so it has no shape.
    tests("StreamsNarrowTests", of: "Streams"),
    tests("CombineTests", of: "Combine", using: .product(name: "Combine", package: "Combine")),
    tests("XCTestAdditionsTests", of: "Combine", using: .product(name: "XCTestAdditions", package: "Combine")),
  ]
}
