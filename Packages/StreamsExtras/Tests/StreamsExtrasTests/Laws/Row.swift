import Dispatch
import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

/// A publisher of this package, and how to check it.
struct Row: Sendable, CustomTestStringConvertible {
  /// The method or type, and in parentheses the particular use.
  let name: String
  let check: @Sendable (LawEffort) async -> LawReport

  var testDescription: String { name }

  /// An operator.
  init<P: Publisher & SendableMetatype>(
    _ name: String, delivers: LawDelivery = .all, forwardsSubscription: Bool = false, fails: Bool = true,
    failuresSkipBuffer: Bool = false, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable (LawUpstream) -> P
  ) {
    self.name = name
    check = { effort in
      await Laws.check(
        name, delivers: delivers, forwardsSubscription: forwardsSubscription, upstreamFails: fails,
        failuresSkipBuffer: failuresSkipBuffer,
        except: except, effort: effort, make)
    }
  }

  /// An operator with a scheduler.
  init<P: Publisher & SendableMetatype>(
    scheduled name: String, delivers: LawDelivery = .all, forwardsSubscription: Bool = false,
    failuresSkipBuffer: Bool = false,
    except: [LawRule: String] = [:], _ make: @escaping @Sendable (LawUpstream, TestSchedulerOf<DispatchQueue>) -> P
  ) {
    self.name = name
    check = { effort in
      await Laws.check(
        name, delivers: delivers, forwardsSubscription: forwardsSubscription, failuresSkipBuffer: failuresSkipBuffer,
        except: except, effort: effort, make)
    }
  }

  /// A publisher with values of its own.
  init<P: Publisher & SendableMetatype>(
    source name: String, endless: Bool = false, delivers: LawDelivery = .all, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable () -> P
  ) {
    self.name = name
    check = {
      await Laws.check(
        source: name, delivers: delivers, endless: endless, except: except, effort: $0, make)
    }
  }

  /// A publisher with values of its own and a scheduler.
  init<P: Publisher & SendableMetatype>(
    scheduledSource name: String, delivers: LawDelivery, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable (TestSchedulerOf<DispatchQueue>) -> P
  ) {
    self.name = name
    check = {
      await Laws.check(source: name, delivers: delivers, endless: true, except: except, effort: $0, make)
    }
  }

  /// A subject.
  init<S: Subject & SendableMetatype>(
    subject name: String, delivers: LawDelivery = .all, _ make: @escaping @Sendable () -> S
  ) where S.Output == Int, S.Failure == LawError {
    self.name = name
    check = { await Laws.check(subject: name, delivers: delivers, effort: $0, make) }
  }
}
