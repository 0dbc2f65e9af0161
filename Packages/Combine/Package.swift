// swift-tools-version: 6.2
import PackageDescription

/// As in the manifest of Streams.
let platformsWithoutCombine: [Platform] = [.linux, .android, .windows, .wasi, .openbsd]
let applePlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

let package = Package(
  name: "Combine",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Combine", targets: ["Combine"]),
    // For test targets only: what Apple's XCTest has and XCTest on Linux does not.
    .library(name: "XCTestAdditions", targets: ["XCTestAdditions"]),
  ],
  traits: [
    .default(enabledTraits: ["URLSession"]),
    .trait(name: "URLSession", description: "As in the package Streams."),
  ],
  dependencies: [
    .package(path: "../Streams", traits: [.trait(name: "URLSession", condition: .when(traits: ["URLSession"]))])
  ],
  targets: [
    .target(
      name: "Combine",
      dependencies: [
        .product(name: "StreamsFoundation", package: "Streams", condition: .when(platforms: platformsWithoutCombine)),
        .product(name: "Streams", package: "Streams", condition: .when(platforms: applePlatforms)),
      ],
      swiftSettings: [
        // As Apple's Combine, so that `@preconcurrency import Combine` is silent; see the manifest of Streams.
        .swiftLanguageMode(.v5),
        .define("STREAMS_WITHOUT_COMBINE", .when(platforms: platformsWithoutCombine)),
      ]),
    .target(name: "XCTestAdditions"),
    .testTarget(name: "CombineTests", dependencies: ["Combine"]),
    .testTarget(name: "XCTestAdditionsTests", dependencies: ["XCTestAdditions"]),
  ],
  swiftLanguageModes: [.v6]
)
