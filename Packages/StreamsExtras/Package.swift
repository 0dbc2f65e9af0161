// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StreamsExtras",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.library(name: "StreamsExtras", targets: ["StreamsExtras"])],
  dependencies: [
    .package(path: "../Streams", traits: []),
    // Only for tests.
    .package(path: "../Schedulers"),
    .package(path: "../StreamsTesting"),
  ],
  targets: [
    .target(name: "StreamsExtras", dependencies: [.product(name: "Streams", package: "Streams")]),
    .testTarget(
      name: "StreamsExtrasTests",
      dependencies: [
        "StreamsExtras", .product(name: "Schedulers", package: "Schedulers"),
        "StreamsTesting", .product(name: "StreamsLaws", package: "StreamsTesting"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
