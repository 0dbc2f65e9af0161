import Foundation

/// The events of a page as embedded JSON, for its script and for reading the page back.
enum PageData {
  static let begin = "<script type=\"application/json\" id=\"data\">"
  static let end = "</script>"

  /// Returns JSON that is safe in a script element, and between the quotes of a script.
  static func json(_ page: TimelinePage) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(page) else { return "null" }
    var text = ""
    for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
      // Characters that could end the element, are invisible, or reorder text.
      if scalar == "<" || scalar == ">" || scalar == "&" || scalar.isInvisible {
        for unit in String(scalar).utf16 { text += "\\u" + String(UInt32(unit) + 0x10000, radix: 16).suffix(4) }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension TimelinePage {
  /// Creates a page from its HTML, or returns nil if `html` is not a page.
  public init?(html: String) {
    guard let start = html.range(of: PageData.begin), let stop = html[start.upperBound...].range(of: PageData.end),
      let page = try? JSONDecoder().decode(Self.self, from: Data(html[start.upperBound..<stop.lowerBound].utf8))
    else { return nil }
    self = page
  }

  /// Returns a recording of a lane's labels, with failures as texts, or nil if there is no such lane.
  public func recording(of lane: String) -> Recording<String, FailureText>? {
    guard let lane = lanes.first(where: { $0.name == lane }) else { return nil }
    let events = lane.events.compactMap { event -> Recorded<String, FailureText>? in
      let time = Timeline.Instant(nanoseconds: event.time)
      return switch event.kind {
      case .value: Recorded(time: time, event: .value(event.label))
      case .finished: Recorded(time: time, event: .finished)
      case .failure: Recorded(time: time, event: .failure(FailureText(event.label)))
      case .subscription: Recorded(time: time, event: .subscription)
      case .cancellation: Recorded(time: time, event: .cancellation)
      case .scheduled, .ran, .dropped, .request: nil
      }
    }
    let requests = lane.events.filter { $0.kind == .request }.map { event in
      RecordedRequest(
        time: Timeline.Instant(nanoseconds: event.time),
        demand: Int(event.label).map { .max(max(0, $0)) } ?? .unlimited, place: event.place)
    }
    return Recording(events, requests: requests, name: lane.name)
  }
}

extension String {
  /// The string with a replacement character for each character that is invisible or reorders text.
  var visible: String { String(UnicodeScalarView(unicodeScalars.map { $0.isInvisible ? "\u{FFFD}" : $0 })) }
}

extension Unicode.Scalar {
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
