/// Lets existing code that says `import Combine` compile where Apple's framework is missing.
@_exported import Streams
