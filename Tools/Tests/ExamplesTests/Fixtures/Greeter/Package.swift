// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Greeter",
  products: [.library(name: "Greeter", targets: ["Greeter"])],
  targets: [
    .target(name: "CBell"),
    .target(name: "CDrum"),
    .target(name: "CNumber"),
    .systemLibrary(name: "CLimits"),
    .target(
      name: "Greeter", dependencies: ["CBell", "CDrum", "CNumber", "CLimits"], resources: [.copy("greeting.txt")]),
  ]
)
