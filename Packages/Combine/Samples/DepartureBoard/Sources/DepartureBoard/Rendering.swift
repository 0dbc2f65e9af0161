import Foundation

/// The board as lines of text.
public struct Rendering {
  private let formatter: DateFormatter

  public init(timeZone: TimeZone = .current) {
    formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_GB")
    formatter.timeZone = timeZone
    formatter.dateFormat = "HH:mm"
  }

  public func text<S>(_ state: Board<S>.State) -> String {
    switch state {
    case .empty: "Type the name of a station"
    case .loading(let station): "\(station.name)\n  ..."
    case .shown(let station, let departures): table(station, departures)
    case .stale(let station, let departures, let error):
      table(station, departures) + "\n  ! \(error.localizedDescription)"
    }
  }

  private func table(_ station: Station, _ departures: [Departure]) -> String {
    let rows = departures.map { departure in
      let late = departure.delay >= 60 ? " +\(departure.delay / 60)" : ""
      let line = departure.line.padding(toLength: 5, withPad: " ", startingAt: 0)
      return "  \(formatter.string(from: departure.planned))\(late)  \(line) \(departure.destination)"
    }
    return ([station.name] + (rows.isEmpty ? ["  no departures"] : rows)).joined(separator: "\n")
  }
}
