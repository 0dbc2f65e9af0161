import Combine
import Foundation

/// The departures of a station, kept up to date.
public final class Board<S: Scheduler>: ObservableObject {
  public enum State: Equatable {
    case empty
    case loading(Station)
    case shown(Station, [Departure])
    /// The last departures stay visible, with the reason why they are old.
    case stale(Station, [Departure], TransitError)
  }

  @Published public private(set) var state = State.empty
  @Published public private(set) var updates = 0

  private let api: TransitAPI
  private let scheduler: S
  private let interval: S.SchedulerTimeType.Stride
  private let stations = PassthroughSubject<Station, Never>()
  private let refreshes = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  public init(
    api: TransitAPI, scheduler: S, interval: S.SchedulerTimeType.Stride = .seconds(30),
    center: NotificationCenter = .default
  ) {
    self.api = api
    self.scheduler = scheduler
    self.interval = interval

    stations
      .removeDuplicates()
      .map { [unowned self] station in
        Publishers.Merge(Just(State.loading(station)), states(of: station))
      }
      .switchToLatest()
      .sink { [unowned self] state in
        self.state = state
        updates += 1
      }
      .store(in: &cancellables)

    $state
      .dropFirst()
      .sink { center.post(name: .boardDidChange, object: nil, userInfo: ["state": $0]) }
      .store(in: &cancellables)
  }

  public func show(_ station: Station) { stations.send(station) }

  /// Asks at once, in the place of the next regular request.
  public func refresh() { refreshes.send() }

  /// A request now and whenever it is time again, or asked for.
  private func states(of station: Station) -> AnyPublisher<State, Never> {
    let pauses = refreshes.prepend(())
      .map { [scheduler, interval] in
        Just(()).append(Pulse(interval: interval, scheduler: scheduler))
      }
      .switchToLatest()
    return
      pauses
      .flatMap(maxPublishers: .max(1)) { [api, scheduler] in
        api.departures(from: station)
          .retry(2, after: .seconds(1), on: scheduler)
          .map(Result.success)
          .catch { Just(.failure($0)) }
      }
      .receive(on: scheduler)
      .scan(State.loading(station)) { state, result in
        switch result {
        case .success(let departures): .shown(station, departures)
        case .failure(let error): .stale(station, state.departures, error)
        }
      }
      .eraseToAnyPublisher()
  }
}

extension Board.State {
  public var departures: [Departure] {
    switch self {
    case .empty, .loading: []
    case .shown(_, let departures), .stale(_, let departures, _): departures
    }
  }
}

extension Notification.Name {
  public static let boardDidChange = Notification.Name("boardDidChange")
}
