// swift-tools-version: 6.2
import PackageDescription

/// Where Apple ships no Combine, `Streams` is our own implementation; elsewhere it re-exports Apple's.
let withoutCombine = TargetDependencyCondition.when(platforms: [.linux, .android, .windows, .wasi, .openbsd])

let package = Package(
  name: "Streams",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsCore", targets: ["StreamsCore"]),
  ],
  targets: [
    .target(name: "StreamsThread"),
    .target(name: "StreamsCore", dependencies: ["StreamsThread"]),
    .target(name: "StreamsDispatch", dependencies: ["StreamsCore"]),
    .target(name: "StreamsFoundation", dependencies: ["StreamsCore", "StreamsDispatch"]),
    .target(
      name: "Streams",
      dependencies: [
        .target(name: "StreamsCore", condition: withoutCombine),
        .target(name: "StreamsDispatch", condition: withoutCombine),
        .target(name: "StreamsFoundation", condition: withoutCombine),
      ]),
    .testTarget(name: "StreamsCoreTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsDispatchTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsFoundationTests", dependencies: ["Streams"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .regular || target.type == .test {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
