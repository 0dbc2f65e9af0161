/// The lanes of a page as an HTML table: a row for each lane, a column for each instant. The browser makes a column as
/// wide as its longest text.
struct PageTable {
  private(set) var html = ""
  private let times: [Int64]
  private let now: Int64?
  private let usual: Int64

  init(_ page: TimelinePage) {
    now = page.now
    times = Set(page.lanes.flatMap { $0.events.map(\.time) } + [page.now].compactMap(\.self)).sorted()
    let gaps = zip(times, times.dropFirst()).map { $1 &- $0 }.sorted()
    usual = max(1, gaps.isEmpty ? 1 : gaps[gaps.count / 2])
    writeTimes()
    var heading = ""
    for lane in page.lanes {
      if lane.heading != heading {
        heading = lane.heading
        html += "<tbody><tr class=\"heading\"><th colspan=\"\(times.count * 2 + 1)\"><span>\(heading.markup)</span>\n"
      }
      write(lane)
    }
  }

  /// The time between an instant and the next; nil if it is drawn in proportion, or longer than 292 years.
  private func gap(after index: Int) -> Int64? {
    guard index + 1 < times.count else { return nil }
    let length = times[index + 1] &- times[index]
    return length / 4 > usual ? length : nil
  }

  private mutating func writeTimes() {
    html += "<thead><tr><td>"
    for (index, time) in times.enumerated() {
      let next = index + 1 < times.count ? times[index + 1] &- time : 0
      let space = gap(after: index) == nil ? min(4, Double(next) / Double(usual)) : 0
      html += "<th scope=\"col\"\(time == now ? " class=\"now\"" : "")"
      if space > 0 { html += " style=\"--space:\((space * 4).rounded() / 4)\"" }
      html += ">\(shortTime(time))"
      if let gap = gap(after: index) { html += "<th class=\"gap\">⋯ \(shortTime(gap)) ⋯" }
    }
    html += "\n"
  }

  private mutating func write(_ lane: TimelinePage.Lane) {
    let note = lane.note.isEmpty || lane.note == lane.name ? "" : "<small>\(lane.note.markup)</small>"
    // The path is only in the title, which has room for it.
    let title = [lane.name, lane.note, lane.place.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    html += "<tr><th scope=\"row\" title=\"\(title.markup)\">\(lane.name.markup)\(note)"
    let events = Dictionary(grouping: lane.events, by: \.time)
    for (index, time) in times.enumerated() {
      html += time == now ? "<td class=\"now\">" : "<td>"
      for event in events[time] ?? [] { html += Self.mark(event, in: lane) }
      if gap(after: index) != nil { html += "<td class=\"gap\">" }
    }
    html += "\n"
  }

  private static func mark(_ event: TimelinePage.Event, in lane: TimelinePage.Lane) -> String {
    let label = event.kind == .words ? event.label.line.markup : event.label.marked(against: event.other)
    let sign = event.kind == .failure ? "# \(label)" : event.kind.reading.sign ?? label
    var text = "<b class=\"e \(event.kind)\(event.other == nil ? "" : " differs")\" data-t=\"\(event.time)\""
    if let run = event.run { text += " data-r=\"\(run)\"" }
    if let cause = event.cause { text += " data-c=\"\(cause)\"" }
    return text + " title=\"\(event.sentence(in: lane).markup)\">\(sign)</b>"
  }
}

extension TimelinePage.Event {
  /// For example `1 s poll: ran (MyTests.swift:7)`.
  fileprivate func sentence(in lane: TimelinePage.Lane) -> String {
    let words = ["\(shortTime(time)) \(lane.name):", kind.reading.word, label, origin.map { "(\($0))" } ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension TimelinePage.Event.Kind {
  /// The sign, if it is not the label, and the word before the label.
  fileprivate var reading: (sign: String?, word: String) {
    switch self {
    case .value: (nil, "value")
    case .finished: ("|", "finished")
    case .failure: (nil, "failed with")
    case .subscription: ("^", "subscribed")
    case .cancellation: ("!", "cancelled")
    case .request: (nil, "requested")
    case .wish, .words: (nil, "")
    case .scheduled: ("○", "scheduled")
    case .ran: ("■", "ran")
    case .due: ("□", "ran, was due then")
    case .dropped: ("×", "cancelled")
    case .pending: (nil, "still pending,")
    }
  }
}
