// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "ForecastClient",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "ForecastClient", targets: ["ForecastClient"])],
  targets: [
    .target(name: "ForecastClient"),
    .testTarget(name: "ForecastClientTests", dependencies: ["ForecastClient"]),
  ]
)
