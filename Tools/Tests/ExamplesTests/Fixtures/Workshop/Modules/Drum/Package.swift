// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Drum",
  products: [.library(name: "Drum", targets: ["Drum"])],
  targets: [.target(name: "Drum")]
)
