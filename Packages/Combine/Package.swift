// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Combine",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.library(name: "Combine", targets: ["Combine"])],
  dependencies: [
    .package(path: "../Streams")
  ],
  targets: [
    .target(
      name: "Combine",
      dependencies: [
        .product(name: "Streams", package: "Streams")
      ]),
    .testTarget(name: "CombineTests", dependencies: ["Combine"]),
  ],
  swiftLanguageModes: [.v6]
)

// Set by the Makefile: warnings are errors in our own builds, not in those of users.
if Context.environment["WATERCLOCK_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
