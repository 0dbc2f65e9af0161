// swift-tools-version: 6.2
import PackageDescription

// A package of its own, small: its program is started afresh for each trial.
let package = Package(
  name: "Settling",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../Packages/Schedulers")],
  targets: [
    .executableTarget(name: "trial", dependencies: [.product(name: "Schedulers", package: "Schedulers")])
  ],
  swiftLanguageModes: [.v6]
)
