// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Reporting",
  products: [.library(name: "Alarm", targets: ["Alarm"])],
  targets: [
    .target(name: "IssueReporting"),
    .target(name: "Alarm", dependencies: ["IssueReporting"]),
  ]
)
