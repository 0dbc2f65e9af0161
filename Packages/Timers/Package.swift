// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// A package of this family: in a checkout of the whole family from the folder beside this one, otherwise its release.
/// (Where SwiftPM checks releases out they lie beside each other too, but not in a folder called Packages.)
func sibling(_ name: String) -> Package.Dependency {
  FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/../../Packages/\(name)/Package.swift")
    ? .package(path: "../\(name)") : .package(url: "https://github.com/waterclock-swift/\(name)", from: "0.1.0")
}

let package = Package(
  name: "Timers",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.library(name: "Timers", targets: ["Timers"])],
  dependencies: [
    sibling("Streams"),
    sibling("Schedulers"),
    // Only for tests, and fetched with Schedulers in any case.
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(
      name: "Timers",
      dependencies: [
        .product(name: "Streams", package: "Streams"),
        .product(name: "Schedulers", package: "Schedulers"),
      ]),
    .testTarget(
      name: "TimersTests",
      dependencies: ["Timers", .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
