import Dispatch
import Timers

let scheduler = DispatchQueue.test
var ticks = 0
let timer = Publishers.Timer(every: .seconds(1), scheduler: scheduler).autoconnect().sink { _ in ticks += 1 }
scheduler.advance(by: .seconds(3600))
guard ticks == 3600 else { fatalError("\(ticks) ticks in an hour") }
withExtendedLifetime(timer) { print("Timers: \(ticks) ticks") }
