// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "ForecastClient",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "ForecastClient", targets: ["ForecastClient"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "ForecastClient",
      dependencies: [.product(name: "Combine", package: "Combine", condition: .when(platforms: [.linux]))]),
    .testTarget(name: "ForecastClientTests", dependencies: ["ForecastClient"]),
  ]
)
