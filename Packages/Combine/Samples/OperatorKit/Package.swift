// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OperatorKit",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "OperatorKit", targets: ["OperatorKit"])],
  targets: [
    .target(name: "OperatorKit", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(name: "OperatorKitTests", dependencies: ["OperatorKit"]),
  ]
)
