/// The lanes of a page, read from its HTML.
struct ReadPage {
  struct Lane {
    let name: String
    let note: String
    let events: [Event]
  }

  struct Event {
    let kind: String
    let differs: Bool
    /// In milliseconds.
    let time: Int
    /// The numbers of the run, and of the run that caused the event.
    let run: String
    let cause: String
    let sentence: String
    let sign: String
    /// The part that differs from the other event.
    let mark: String?
  }

  let html: String
  let title: String
  let lanes: [Lane]

  init(_ html: String) {
    self.html = html
    title = html.firstMatch(of: #/<h1>(.*)</h1>/#).map { Self.text($0.1) } ?? ""
    lanes = html.split(separator: "\n").compactMap { line in
      let heading = #/<tr><th scope="row" title="[^"]*">([^<]*)(?:<small>([^<]*)<\/small>)?/#
      guard let row = line.prefixMatch(of: heading) else { return nil }
      let mark =
        #/<b class="e (\w+)( differs)?" data-t="(\d+)"(?: data-r="(\d+)")?(?: data-c="(\d+)")? title="([^"]*)">(.*?)<\/b>/#
      let events = line.matches(of: mark).map { found in
        Event(
          kind: String(found.1), differs: found.2 != nil, time: (Int(found.3) ?? 0) / 1_000_000,
          run: String(found.4 ?? ""), cause: String(found.5 ?? ""), sentence: Self.text(found.6),
          sign: Self.text(found.7.replacing(#/<\/?mark>/#, with: "")),
          mark: found.7.firstMatch(of: #/<mark>(.*)<\/mark>/#).map { Self.text($0.1) })
      }
      return Lane(name: Self.text(row.1), note: Self.text(row.2 ?? ""), events: events)
    }
  }

  subscript(name: String) -> Lane? { lanes.first { $0.name == name } }

  private static func text(_ markup: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(String(markup)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
