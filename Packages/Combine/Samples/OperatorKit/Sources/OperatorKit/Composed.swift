import Combine
import Foundation

/// An event of a stream, as a value.
public enum Event<Output, Failure: Error> {
  case value(Output)
  case finished
  case failure(Failure)
}

extension Event: Equatable where Output: Equatable, Failure: Equatable {}

extension Publisher {
  /// Each value with the one before it.
  public func pairwise() -> AnyPublisher<(Output, Output), Failure> {
    scan((nil, nil) as (Output?, Output?)) { ($0.1, $1) }
      .compactMap { pair in pair.0.flatMap { first in pair.1.map { (first, $0) } } }
      .eraseToAnyPublisher()
  }

  /// The values that are there.
  public func unwrapped<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? {
    compactMap { $0 }
  }

  /// The whole stream as values; never fails.
  public func materialized() -> AnyPublisher<Event<Output, Failure>, Never> {
    map(Event.value)
      .append(.finished)
      .catch { Just(.failure($0)) }
      .eraseToAnyPublisher()
  }

  /// Subscribes again after a failure, each time after a longer pause.
  public func retry<Context: Scheduler>(
    _ times: Int, pause: @escaping (Int) -> Context.SchedulerTimeType.Stride, scheduler: Context,
    while isWorthIt: @escaping (Failure) -> Bool = { _ in true }
  ) -> AnyPublisher<Output, Failure> {
    func attempt(_ number: Int) -> AnyPublisher<Output, Failure> {
      self.catch { error -> AnyPublisher<Output, Failure> in
        guard number < times, isWorthIt(error) else { return Fail(error: error).eraseToAnyPublisher() }
        return Just(())
          .delay(for: pause(number), scheduler: scheduler)
          .setFailureType(to: Failure.self)
          .flatMap { attempt(number + 1) }
          .eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    }
    return Deferred { attempt(0) }.eraseToAnyPublisher()
  }

  /// Assigns each value to a property, without holding the object.
  public func assign<Root: AnyObject>(
    to path: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> AnyCancellable where Failure == Never {
    sink { [weak object] in object?[keyPath: path] = $0 }
  }
}

extension Collection where Element: Publisher {
  /// The newest values of all, as soon as each has one.
  public func combineLatest() -> AnyPublisher<[Element.Output], Element.Failure> {
    guard let first else { return Empty().eraseToAnyPublisher() }
    return dropFirst().reduce(first.map { [$0] }.eraseToAnyPublisher()) { all, next in
      all.combineLatest(next) { $0 + [$1] }.eraseToAnyPublisher()
    }
  }

  public func merged() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}
