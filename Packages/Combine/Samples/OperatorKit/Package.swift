// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "OperatorKit",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "OperatorKit", targets: ["OperatorKit"])],
  targets: [
    .target(name: "OperatorKit"),
    .testTarget(name: "OperatorKitTests", dependencies: ["OperatorKit"]),
  ]
)
