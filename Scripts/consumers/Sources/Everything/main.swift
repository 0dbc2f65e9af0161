import Combine
import Dispatch
import Schedulers
import Streams
import StreamsExtras
import StreamsTesting
import Timers

let scheduler = DispatchQueue.test
let subject: Combine.PassthroughSubject<Int, Never> = Streams.PassthroughSubject<Int, Never>()
var sums: [Int] = []
let timer = scheduler.timerPublisher(every: .seconds(1)).autoconnect().sink { _ in subject.send(1) }
let latest = subject.share(replay: 1)
let total = latest.scan(0, +).sink { sums.append($0) }
scheduler.advance(by: .seconds(3))
guard sums == [1, 2, 3] else { fatalError("received \(sums)") }
guard try Just(1).waitForFirstOutput() == 1 else { fatalError("Just sends another value") }
withExtendedLifetime((timer, total)) { print("Everything: \(sums)") }
