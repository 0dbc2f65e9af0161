import Streams
import Testing

@Test func demandAdds() { #expect(Subscribers.Demand.max(1) + .max(2) == .max(3)) }
