import StreamsExtras

let subject = ReplaySubject<Int, Never>(bufferSize: 2)
for value in 1...3 { subject.send(value) }
var pairs: [String] = []
let sink = subject.withLatestFrom(Just("a")) { "\($0)\($1)" }.sink { pairs.append($0) }
guard pairs == ["2a", "3a"] else { fatalError("received \(pairs)") }
withExtendedLifetime(sink) { print("StreamsExtras: \(pairs)") }
