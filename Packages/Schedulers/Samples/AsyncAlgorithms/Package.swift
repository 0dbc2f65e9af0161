// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since swift-async-algorithms and what it needs take longer to compile than all of Waterclock.
let package = Package(
  name: "AsyncAlgorithmsSample",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../.."),
    .package(path: "../../../Streams"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [
        .product(name: "Schedulers", package: "Schedulers"),
        .product(name: "Streams", package: "Streams"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
