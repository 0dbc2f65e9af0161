import Foundation

/// A page with parts written by the benchmarks: the text between `<!-- begin name -->` and
/// `<!-- end name -->`, each on a line of its own.
public struct Page {
  public private(set) var text: String

  public init(_ text: String) { self.text = text }

  public struct MissingMarker: Error, Equatable, CustomStringConvertible {
    let marker: String

    public var description: String { "the page has no line \(marker): put it where the table should stand" }
  }

  /// Puts `part` between the markers called `name`.
  public mutating func replace(_ name: String, with part: String) throws(MissingMarker) {
    let (begin, end) = ("<!-- begin \(name) -->", "<!-- end \(name) -->")
    guard let start = text.range(of: begin + "\n") else { throw MissingMarker(marker: begin) }
    guard let stop = text[start.upperBound...].range(of: end) else { throw MissingMarker(marker: end) }
    text.replaceSubrange(start.upperBound..<stop.lowerBound, with: "\n\(part)\n\n")
  }
}
