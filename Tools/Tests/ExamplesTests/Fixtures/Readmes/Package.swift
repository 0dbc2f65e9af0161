// swift-tools-version: 6.0
import PackageDescription

let names = ["Composer", "Netter", "Gas", "Sockets", "Fisher", "Reacts", "Parser", "Nimblest"]
let package = Package(
  name: "Readmes",
  products: [.library(name: "Readmes", targets: names)],
  targets: names.map { .target(name: $0) }
)
