// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Register",
  products: [.library(name: "Register", targets: ["Register"])],
  targets: [.target(name: "Register")]
)
