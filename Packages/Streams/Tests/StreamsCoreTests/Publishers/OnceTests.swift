import Streams
import Testing

struct EmptyTests {
  @Test func finishesAtOnceOrNever() {
    expectEqual(log(Empty<Int, TestError>(), .none), ["Empty", "finished"])
    expectEqual(log(Empty(completeImmediately: false, outputType: Int.self, failureType: TestError.self)), ["Empty"])
  }
}

struct FailTests {
  @Test func failsAtOnce() {
    expectEqual(log(Fail<Int, TestError>(error: TestError()), .none), ["Empty", "failure(test error)"])
    expectEqual(Fail(outputType: Int.self, failure: TestError("a")), Fail(error: TestError("a")))
  }
}

struct DeferredTests {
  @Test func makesAPublisherForEachSubscriber() {
    var count = 0
    let publisher = Deferred {
      count += 1
      return Just(count)
    }
    expectEqual(count, 0)
    expectEqual(log(publisher), ["Just", "1", "finished"])
    expectEqual(log(publisher), ["Just", "2", "finished"])
  }
}

struct OptionalPublisherTests {
  @Test func sendsTheValueIfThereIsOne() {
    expectEqual(log(Optional(3).publisher), ["Optional", "3", "finished"])
    expectEqual(log(Int?.none.publisher, .none), ["Empty", "finished"])
  }

  @Test func waitsUntilItIsWanted() {
    let subscriber = record(Optional(3).publisher, .none)
    expectEqual(subscriber.log, ["Optional"])
    expectEqual(portrait(subscriber.subscription), "Optional(-)")
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Optional", "3", "finished"])
  }
}

struct ResultPublisherTests {
  @Test func sendsTheValueOrFails() {
    let failure = Result<Int, TestError>.failure(TestError())
    expectEqual(log(Result<Int, TestError>.success(3).publisher), ["Once", "3", "finished"])
    expectEqual(log(failure.publisher, .none), ["Empty", "failure(test error)"])
  }

  @Test func isMadeOfAValueOrAnErrorToo() {
    expectEqual(Result<Int, TestError>.Publisher(3), Result<Int, TestError>.success(3).publisher)
    expectEqual(Result<Int, TestError>.Publisher(TestError()).result, .failure(TestError()))
  }

  @Test func cancellingDropsTheValue() {
    let canary = Canary()
    let subscriber = record(Result<Canary.Token, TestError>.success(canary.token()).publisher, .none)
    expectEqual(canary.alive, 1)
    expectEqual(portrait(subscriber.subscription), "Once(-)")
    subscriber.cancel()
    expectEqual(canary.alive, 0)
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Once"])
  }
}
