// swift-tools-version: 6.2
import PackageDescription

/// Schedulers as it is built where SwiftUI and UIKit exist, on stubs of the two. A package of its own, since a library
/// that StreamsTesting uses would find the stubs too, and miss the rest of the frameworks in them.
let package = Package(
  name: "AppleShapeInterface",
  dependencies: [.package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1")],
  targets: [
    .target(name: "StreamsThread"),
    .target(name: "StreamsCore", dependencies: ["StreamsThread"]),
    .target(name: "StreamsDispatch", dependencies: ["StreamsCore"]),
    .target(name: "StreamsFoundation", dependencies: ["StreamsCore", "StreamsDispatch", "StreamsThread"]),
    .target(name: "Combine", dependencies: ["StreamsCore", "StreamsDispatch", "StreamsFoundation"]),
    .target(name: "Streams", dependencies: ["Combine"]),
    .target(name: "SwiftUI"),
    .target(name: "UIKit"),
    .target(
      name: "Schedulers",
      dependencies: [
        "Streams", "SwiftUI", "UIKit", .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(
      name: "InterfaceTests", dependencies: ["Schedulers", "SwiftUI", "UIKit"],
      // Swift Testing has overlays for Apple's UIKit, which stubs do not bring along.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "StreamsThread" {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
