// swift-tools-version: 6.2
import PackageDescription

// A user of each package, which names it by its URL and version, and one of all of them. Scripts/check-packages builds copies
// of this folder outside of the repository. One in users-Streams-Timers depends on these two, and has only their users.
let url = Context.environment["PACKAGES_URL"] ?? "https://example.com"
let version = Version(stringLiteral: Context.environment["PACKAGES_VERSION"] ?? "0.1.0")
let all = ["Combine", "Schedulers", "Streams", "StreamsExtras", "StreamsTesting", "Timers"]
let folder = Context.packageDirectory.split(separator: "/").last ?? ""
let names = folder.split(separator: "-").dropFirst().map(String.init)
let chosen = names.isEmpty ? all : names

func user(_ name: String, of packages: [String]) -> Target {
  .executableTarget(
    name: "Uses\(name)", dependencies: packages.map { .product(name: $0, package: $0) }, path: "Sources/\(name)")
}

let package = Package(
  name: "Consumers",
  platforms: [.macOS(.v13)],
  dependencies: chosen.map { .package(url: "\(url)/\($0)", from: version) },
  // Tools has commands, and nothing to import.
  targets: chosen.filter { $0 != "Tools" }.map { user($0, of: [$0]) }
)
if chosen == all { package.targets.append(user("Everything", of: all)) }
if chosen.contains("StreamsTesting") {
  package.targets.append(
    .testTarget(
      name: "FailingTests", dependencies: [.product(name: "StreamsTesting", package: "StreamsTesting")], path: "Tests"))
}
