// swift-tools-version: 6.2
import PackageDescription

// Streams where the system has Combine: it re-exports that, and has no sources of its own.
let package = Package(
  name: "Streams",
  platforms: [.macOS(.v13)],
  products: [.library(name: "Streams", targets: ["Streams"])],
  traits: [.default(enabledTraits: ["URLSession"]), "URLSession"],
  targets: [.target(name: "Streams")],
  swiftLanguageModes: [.v6]
)
