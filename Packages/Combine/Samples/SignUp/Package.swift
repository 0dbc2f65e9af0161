// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "SignUp",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "SignUp", targets: ["SignUp"])],
  dependencies: [.package(path: "../OperatorKit")],
  targets: [
    .target(name: "SignUp", dependencies: ["OperatorKit"]),
    .testTarget(name: "SignUpTests", dependencies: ["SignUp"]),
  ]
)
