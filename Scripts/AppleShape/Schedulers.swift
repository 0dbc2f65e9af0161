// Appended to the manifest of Schedulers: stubs of the frameworks that it extends where they exist. Only in a build without
// StreamsTesting: a library which that uses would find the stubs too, and miss the rest of the frameworks in them.
package.targets += [
  .target(name: "SwiftUI"),
  .target(name: "UIKit"),
  .testTarget(
    name: "InterfaceTests", dependencies: ["Schedulers", "SwiftUI", "UIKit"],
    // Swift Testing has overlays for Apple's UIKit, which stubs do not bring along.
    swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
]
package.targets.first { $0.name == "Schedulers" }?.dependencies += ["SwiftUI", "UIKit"]
