// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "OperatorKit",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "OperatorKit", targets: ["OperatorKit"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "OperatorKit",
      dependencies: [.product(name: "Combine", package: "Combine", condition: .when(platforms: [.linux]))]),
    .testTarget(name: "OperatorKitTests", dependencies: ["OperatorKit"]),
  ]
)
