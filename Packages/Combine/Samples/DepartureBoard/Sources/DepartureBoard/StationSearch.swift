import Combine
import Foundation

/// The stations that match what is typed, asked for when typing pauses.
public final class StationSearch<S: Scheduler>: ObservableObject {
  @Published public var text = ""
  @Published public private(set) var stations: [Station] = []
  @Published public private(set) var message: String?

  public init(api: TransitAPI, scheduler: S, pause: S.SchedulerTimeType.Stride = .milliseconds(300)) {
    let answers =
      $text
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .removeDuplicates()
      .debounce(for: pause, scheduler: scheduler)
      .map { text -> AnyPublisher<Result<[Station], TransitError>, Never> in
        guard text.count >= 2 else { return Just(.success([])).eraseToAnyPublisher() }
        return api.stations(matching: text)
          .retry(1, after: .seconds(1), on: scheduler)
          .map(Result.success)
          .catch { Just(.failure($0)) }
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: scheduler)
      .share()

    answers
      .compactMap { try? $0.get() }
      .assign(to: &$stations)
    answers
      .map { result in
        guard case .failure(let error) = result else { return nil }
        return error.localizedDescription
      }
      .assign(to: &$message)
  }
}
