import Dispatch
import StreamsLaws
import StreamsTesting
import Testing

/// One entry of the table: a publisher and how to check it.
struct Row: Sendable, CustomTestStringConvertible {
  /// The method or type, and in parentheses the particular use.
  let name: String
  /// The type of the publisher, written out.
  let type: String
  let check: @Sendable (LawEffort) async -> LawReport

  var testDescription: String { name }

  /// An operator.
  init<P: Publisher & SendableMetatype>(
    _ name: String, delivers: LawDelivery = .all, forwardsSubscription: Bool = false, fails: Bool = true,
    failuresSkipBuffer: Bool = false,
    except: [LawRule: String] = [:], _ make: @escaping @Sendable (LawUpstream) -> P
  ) {
    self.name = name
    type = "\(P.self)"
    check = { effort in
      await Laws.check(
        name, delivers: delivers, forwardsSubscription: forwardsSubscription, upstreamFails: fails,
        failuresSkipBuffer: failuresSkipBuffer,
        except: except, effort: effort, make)
    }
  }

  /// An operator with a scheduler.
  init<P: Publisher & SendableMetatype>(
    scheduled name: String, delivers: LawDelivery = .some, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable (LawUpstream, TestSchedulerOf<DispatchQueue>) -> P
  ) {
    self.name = name
    type = "\(P.self)"
    check = { effort in
      await Laws.check(name, delivers: delivers, except: except, effort: effort, make)
    }
  }

  /// A publisher with values of its own.
  init<P: Publisher & SendableMetatype>(
    source name: String, delivers: LawDelivery = .all, endless: Bool = false, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable () -> P
  ) {
    self.name = name
    type = "\(P.self)"
    check = { effort in
      await Laws.check(
        source: name, delivers: delivers, endless: endless, except: except, effort: effort, make)
    }
  }

  /// A subject.
  init<S: Subject & SendableMetatype>(
    subject name: String, delivers: LawDelivery = .all, except: [LawRule: String] = [:],
    _ make: @escaping @Sendable () -> S
  ) where S.Output == Int, S.Failure == LawError {
    self.name = name
    type = "\(S.self)"
    check = { effort in
      await Laws.check(subject: name, delivers: delivers, except: except, effort: effort, make)
    }
  }
}

/// All that Streams publishes with, family by family.
enum Table {
  static let all: [Row] =
    transforming + filtering + selecting + reducing + matching + combining + merging + nesting + timing + scheduling
    + queues + errors + sharing + buffering + coding + debugging + sources + knownValues + waiting + loading + subjects
}
