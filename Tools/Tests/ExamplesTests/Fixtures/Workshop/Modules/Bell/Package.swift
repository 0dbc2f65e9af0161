// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Bell",
  products: [.library(name: "Bell", targets: ["Bell"])],
  targets: [.target(name: "Bell")]
)
