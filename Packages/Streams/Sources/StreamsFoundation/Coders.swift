import Foundation
import StreamsCore

/// Encodes values into JSON data.
extension JSONEncoder: TopLevelEncoder {}

/// Decodes values from JSON data.
extension JSONDecoder: TopLevelDecoder {}

/// Encodes values into a property list.
extension PropertyListEncoder: TopLevelEncoder {}

/// Decodes values from a property list.
extension PropertyListDecoder: TopLevelDecoder {}
