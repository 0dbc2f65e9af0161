// Appended to the manifest of Streams: what stands where Apple's framework stands.
package.targets.append(.target(name: "Combine", dependencies: ["StreamsCore", "StreamsDispatch", "StreamsFoundation"]))
package.targets.first { $0.name == "Streams" }?.dependencies.append("Combine")
