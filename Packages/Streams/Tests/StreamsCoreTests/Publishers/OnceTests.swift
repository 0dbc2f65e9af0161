import Streams
import Testing

struct EmptyTests {
  @Test func finishesAtOnceOrNever() {
    #expect(log(Empty<Int, TestError>(), .none) == ["Empty", "finished"])
    #expect(log(Empty(completeImmediately: false, outputType: Int.self, failureType: TestError.self)) == ["Empty"])
  }

  @Test func isEquatable() {
    #expect(Empty<Int, Never>() == Empty<Int, Never>())
    #expect(Empty<Int, Never>() != Empty<Int, Never>(completeImmediately: false))
  }
}

struct FailTests {
  @Test func failsAtOnce() {
    #expect(log(Fail<Int, TestError>(error: TestError()), .none) == ["Empty", "failure(test error)"])
    #expect(Fail(outputType: Int.self, failure: TestError("a")) == Fail(error: TestError("a")))
  }
}

struct DeferredTests {
  @Test func makesAPublisherForEachSubscriber() {
    var count = 0
    let publisher = Deferred {
      count += 1
      return Just(count)
    }
    #expect(count == 0)
    #expect(log(publisher) == ["Just", "1", "finished"])
    #expect(log(publisher) == ["Just", "2", "finished"])
  }
}

struct OptionalPublisherTests {
  @Test func sendsTheValueIfThereIsOne() {
    #expect(log(Optional(3).publisher) == ["Optional", "3", "finished"])
    #expect(log(Int?.none.publisher, .none) == ["Empty", "finished"])
  }

  @Test func waitsUntilItIsWanted() {
    let subscriber = record(Optional(3).publisher, .none)
    #expect(subscriber.log == ["Optional"])
    #expect(portrait(subscriber.subscription) == "Optional(-)")
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    #expect(subscriber.log == ["Optional", "3", "finished"])
  }

  @Test func isEquatable() {
    #expect(Optional(3).publisher == Optional<Int>.Publisher(3))
    #expect(Optional(3).publisher != Optional<Int>.Publisher(nil))
  }
}

struct ResultPublisherTests {
  @Test func sendsTheValueOrFails() {
    let failure = Result<Int, TestError>.failure(TestError())
    #expect(log(Result<Int, TestError>.success(3).publisher) == ["Once", "3", "finished"])
    #expect(log(failure.publisher, .none) == ["Empty", "failure(test error)"])
  }

  @Test func isMadeOfAValueOrAnErrorToo() {
    #expect(Result<Int, TestError>.Publisher(3) == Result<Int, TestError>.success(3).publisher)
    #expect(Result<Int, TestError>.Publisher(TestError()).result == .failure(TestError()))
  }

  @Test func cancellingDropsTheValue() {
    let canary = Canary()
    let subscriber = record(Result<Canary.Token, TestError>.success(canary.token()).publisher, .none)
    #expect(canary.alive == 1)
    #expect(portrait(subscriber.subscription) == "Once(-)")
    subscriber.cancel()
    #expect(canary.alive == 0)
    subscriber.request(.max(1))
    #expect(subscriber.log == ["Once"])
  }
}
