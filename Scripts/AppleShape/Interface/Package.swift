// swift-tools-version: 6.2
import PackageDescription

// The schedulers for SwiftUI and UIKit, built with stubs of both. A package of its own, without StreamsTesting: the libraries
// which that uses would find the stubs too, and miss the rest of the frameworks in them.
let package = Package(
  name: "Interface",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../Streams", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.13.1"),
  ],
  targets: [
    // A link to the sources of the package.
    .target(
      name: "Schedulers",
      dependencies: [
        "SwiftUI", "UIKit", .product(name: "Streams", package: "Streams"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .target(name: "SwiftUI"),
    .target(name: "UIKit"),
    .testTarget(
      name: "InterfaceTests", dependencies: ["Schedulers", "SwiftUI", "UIKit"],
      // Swift Testing has overlays for Apple's UIKit, which stubs do not bring along.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ],
  swiftLanguageModes: [.v6]
)
