import Combine
import Testing

@Test func namesQualifiedWithTheModuleResolve() {
  var values: [Int] = []
  let subject = Combine.PassthroughSubject<Int, Never>()
  let cancellable: Combine.AnyCancellable = subject.map { $0 + 1 }.sink { values.append($0) }
  subject.send(1)
  #expect(values == [2])
  withExtendedLifetime(cancellable) {}
}
