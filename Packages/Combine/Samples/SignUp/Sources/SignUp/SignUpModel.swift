import Combine
import Foundation
import OperatorKit

/// The model of a form: checks what is typed, asks whether a name is free, and says whether the button may be pressed.
public final class SignUpModel: ObservableObject {
  public enum NameState: Equatable {
    case empty, checking, free, taken, unknown
  }

  @Published public var name = ""
  @Published public var password = ""
  @Published public var repeated = ""
  @Published public private(set) var nameState = NameState.empty
  @Published public private(set) var passwordHint: String?
  @Published public private(set) var canSubmit = false
  @Published public private(set) var secondsUntilRetry = 0

  private var countdown: AnyCancellable?

  public init<Context: Scheduler>(
    isFree: @escaping (String) -> AnyPublisher<Bool, Error>, scheduler: Context,
    pause: Context.SchedulerTimeType.Stride
  ) {
    let names =
      $name
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .removeDuplicates()

    let answers =
      names
      .debounce(for: pause, scheduler: scheduler)
      .filter { !$0.isEmpty }
      .map { name in
        isFree(name)
          .map { $0 ? NameState.free : .taken }
          .replaceError(with: .unknown)
          .receive(on: scheduler)
      }
      .switchToLatest()

    names.map { $0.isEmpty ? NameState.empty : .checking }
      .merge(with: answers)
      .removeDuplicates()
      .assign(to: &$nameState)

    $password.combineLatest($repeated)
      .map { password, repeated -> String? in
        if password.isEmpty { return nil }
        if password.count < 8 { return "At least 8 characters" }
        return password == repeated ? nil : "The passwords differ"
      }
      .assign(to: &$passwordHint)

    Publishers.CombineLatest3($nameState, $passwordHint, $password)
      .map { $0 == .free && $1 == nil && !$2.isEmpty }
      .removeDuplicates()
      .assign(to: &$canSubmit)
  }

  /// Counts the seconds down until the user may try again.
  public func wait(seconds: Int, ticks: AnyPublisher<Void, Never>) {
    secondsUntilRetry = seconds
    countdown =
      ticks
      .scan(seconds) { left, _ in left - 1 }
      .prefix(seconds)
      .assign(to: \.secondsUntilRetry, onWeak: self)
  }
}
