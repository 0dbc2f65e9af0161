// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Press",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "PressRoom", targets: ["PressRoom"])],
  targets: [
    .target(name: "Press"),
    .target(name: "PressRoom", dependencies: ["Press"]),
    .testTarget(name: "PressRoomTests", dependencies: ["PressRoom"]),
  ]
)
