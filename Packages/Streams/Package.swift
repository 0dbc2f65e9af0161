// swift-tools-version: 6.2
import PackageDescription

/// Where Apple ships no Combine. There `Streams` is our own implementation; elsewhere it re-exports Apple's.
let platformsWithoutCombine: [Platform] = [.linux, .android, .windows, .wasi, .openbsd]
let withoutCombine = TargetDependencyCondition.when(platforms: platformsWithoutCombine)

/// Apple's Combine is compiled in Swift 5 mode. Only with modules in that mode is `@preconcurrency import Combine`
/// silent. With this feature of Swift 6, the compiler generates the same code in both modes.
let asApples: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("ImplicitOpenExistentials")]

let package = Package(
  name: "Streams",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsCore", targets: ["StreamsCore", "StreamsSendable"]),
    // The package Combine re-exports this: Streams without the conformances in StreamsSendable.
    .library(name: "StreamsFoundation", targets: ["StreamsFoundation"]),
  ],
  traits: [
    .default(enabledTraits: ["URLSession"]),
    .trait(
      name: "URLSession",
      description: "`URLSession.dataTaskPublisher`. It loads Foundation's networking when the program starts."),
  ],
  targets: [
    .target(name: "StreamsCore", swiftSettings: asApples),
    .target(name: "StreamsFoundation", dependencies: ["StreamsCore"], swiftSettings: asApples),
    .target(name: "StreamsSendable", dependencies: ["StreamsCore"]),
    .target(
      name: "Streams",
      dependencies: [
        .target(name: "StreamsCore", condition: withoutCombine),
        .target(name: "StreamsFoundation", condition: withoutCombine),
        .target(name: "StreamsSendable", condition: withoutCombine),
      ],
      // Not `canImport(Combine)`, which is true for every target of a build that holds the drop-in of that name.
      swiftSettings: [.define("STREAMS_WITHOUT_COMBINE", .when(platforms: platformsWithoutCombine))]),
    .testTarget(name: "StreamsCoreTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsFoundationTests", dependencies: ["Streams"]),
    .testTarget(name: "StreamsNarrowTests"),
  ],
  swiftLanguageModes: [.v6]
)
