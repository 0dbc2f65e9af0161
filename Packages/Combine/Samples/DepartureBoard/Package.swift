// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "DepartureBoard",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "DepartureBoard", targets: ["DepartureBoard"])],
  dependencies: [
    // For the tests: time that stands still until it is moved.
    .package(path: "../../../Schedulers")
  ],
  targets: [
    .target(name: "DepartureBoard"),
    .executableTarget(name: "departures", dependencies: ["DepartureBoard"]),
    .testTarget(
      name: "DepartureBoardTests",
      dependencies: ["DepartureBoard", .product(name: "Schedulers", package: "Schedulers")]),
  ],
  swiftLanguageModes: [.v5]
)
