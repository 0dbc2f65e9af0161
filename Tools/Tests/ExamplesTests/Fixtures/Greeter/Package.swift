// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Greeter",
  products: [.library(name: "Greeter", targets: ["Greeter"])],
  targets: [
    .target(name: "CNumber"),
    .systemLibrary(name: "CLimits"),
    .target(name: "Greeter", dependencies: ["CNumber", "CLimits"], resources: [.copy("greeting.txt")]),
  ]
)
