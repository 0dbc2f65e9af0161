// swift-tools-version: 6.2
import PackageDescription

/// Where Apple ships no Combine. There `Streams` is our own implementation; elsewhere it re-exports Apple's.
let platformsWithoutCombine: [Platform] = [.linux, .android, .windows, .wasi, .openbsd]
let withoutCombine = TargetDependencyCondition.when(platforms: platformsWithoutCombine)

let package = Package(
  name: "Streams",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsCore", targets: ["StreamsCore"]),
  ],
  targets: [
    .target(name: "StreamsCore"),
    .target(name: "StreamsDispatch", dependencies: ["StreamsCore"]),
    .target(name: "StreamsFoundation", dependencies: ["StreamsCore", "StreamsDispatch"]),
    .target(
      name: "Streams",
      dependencies: [
        .target(name: "StreamsCore", condition: withoutCombine),
        .target(name: "StreamsDispatch", condition: withoutCombine),
        .target(name: "StreamsFoundation", condition: withoutCombine),
      ],
      // Not `canImport(Combine)`, which is true for every target of a build that holds the drop-in of that name.
      swiftSettings: [.define("STREAMS_WITHOUT_COMBINE", .when(platforms: platformsWithoutCombine))]),
    .testTarget(name: "StreamsCoreTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsDispatchTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsFoundationTests", dependencies: ["Streams"]),
  ],
  swiftLanguageModes: [.v6]
)

// Set by the Makefile: warnings are errors in our own builds, not in those of users.
if Context.environment["WATERCLOCK_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets where target.type == .regular || target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
