#if os(Linux)
  import Distributed
  import SchedulersTestSupport
  import XCTest

  // Work from before the tests beside what is not safe to read, or too much.

  final class ErrorsAreLeftOut: BegunBefore {
    private final class Loader {
      let result: Result<Int, any Error> = .failure(NSError(domain: "unset", code: 0))
    }

    private var last: (any Error)? = NSError(domain: "unset", code: 0)
    private let errors: [any Error] = [NSError(domain: "unset", code: 0), CancellationError()]
    private let loader = Loader()
    private let ticker = Ticker()
    func test() { advanceAnother() }
  }

  final class RemoteActorsAreLeftOut: BegunBefore {
    private let door = Child.isThis ? try? Door.resolve(id: "far away", using: Far()) : nil
    private let ticker = Ticker()
    func test() { advanceAnother() }
  }

  private distributed actor Door {
    typealias ActorSystem = Far
    private let size = 1
    private let timelines = [Timeline()]
  }

  /// All of its actors are elsewhere.
  private struct Far: DistributedActorSystem {
    typealias ActorID = String
    typealias SerializationRequirement = any Codable
    typealias InvocationEncoder = LocalTestingInvocationEncoder
    typealias InvocationDecoder = LocalTestingInvocationDecoder
    typealias ResultHandler = LocalTestingInvocationResultHandler

    func resolve<A: DistributedActor>(id: String, as type: A.Type) throws -> A? where A.ID == String { nil }
    func assignID<A: DistributedActor>(_ type: A.Type) -> String where A.ID == String { "here" }
    func actorReady<A: DistributedActor>(_ actor: A) where A.ID == String {}
    func resignID(_ id: String) {}
    func makeInvocationEncoder() -> LocalTestingInvocationEncoder { fatalError("nothing is called") }

    func remoteCall<A: DistributedActor, E: Error, R: Codable>(
      on actor: A, target: RemoteCallTarget, invocation: inout LocalTestingInvocationEncoder, throwing: E.Type,
      returning: R.Type
    ) async throws -> R where A.ID == String { fatalError("nothing is called") }

    func remoteCallVoid<A: DistributedActor, E: Error>(
      on actor: A, target: RemoteCallTarget, invocation: inout LocalTestingInvocationEncoder, throwing: E.Type
    ) async throws where A.ID == String { fatalError("nothing is called") }
  }

  final class WorkOfAVariableIsReported: BegunBefore {
    private var ticker: Ticker? = Ticker()
    func test() { advanceAnother() }
  }

  /// Another thread may just be changing it.
  final class WorkBehindAVariableOfAnObjectIsPrinted: BegunBefore {
    private final class Store { var ticker: Ticker? }

    private let store = Store()

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      if Child.isThis { store.ticker = Ticker() }
    }
    func test() { advanceAnother() }
  }

  final class WorkBehindASharedObjectIsPrinted: BegunBefore {
    private final class Registry { let tickers = Child.isThis ? [Ticker()] : [] }

    private nonisolated(unsafe) static let shared = Registry()
    private let registry = shared
    func test1() { advanceAnother() }
    func test2() {}
  }

  // MARK: Work that is no mistake

  /// What the initialiser of its property has begun keeps its timeline alive.
  class HasAnEnvironment: BegunBefore {
    final class Model {
      @Published var text = ""
      private(set) var shown = ""
      private var pipelines: Set<AnyCancellable> = []

      init(_ queue: TestSchedulerOf<DispatchQueue>) {
        $text.receive(on: queue).sink { self.shown = $0 }.store(in: &pipelines)
      }
    }

    struct Environment {
      let queue = DispatchQueue.test(on: Timeline("the one"))
      let model: Model
      init() { model = Model(queue) }
    }

    final var environment = Environment()
  }

  final class WhatSetUpReplaces: HasAnEnvironment {
    override func setUp() { environment = Environment() }
    func test1() { advanceAnother(); environment.queue.advance() }
    func test2() { environment.queue.advance(); advanceAnother() }
  }

  final class WorkThatSetUpKeepsIsReported: HasAnEnvironment {
    override func setUp() { environment.model.text = "a" }
    func test() { advanceAnother() }
  }

  /// The test itself has used it before.
  final class WorkThatATestReplacesIsReported: HasAnEnvironment {
    func test() {
      environment.model.text = "a"
      environment = Environment()
      advanceAnother()
      environment.queue.advance()
    }
  }

  /// What is behind the last of them is not seen.
  final class WhereThereIsTooMuch: BegunBefore {
    private final class Row {}
    private let rows = (0..<20).map { _ in (0..<400).map { _ in Row() } }
    private var pipelines: Set<AnyCancellable> = []

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      hide(Timeline("the one"), in: &pipelines)
    }
    func test() { advanceAnother() }
  }
#endif
