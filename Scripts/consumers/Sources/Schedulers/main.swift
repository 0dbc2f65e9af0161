import Dispatch
import Schedulers

let scheduler = DispatchQueue.test
var delivered: [String] = []
let keys = PassthroughSubject<String, Never>()
let search = keys.debounce(for: .seconds(1), scheduler: scheduler).sink { delivered.append($0) }
for text in ["s", "sw", "swift"] { keys.send(text) }
scheduler.advance(by: .milliseconds(999))
guard delivered.isEmpty else { fatalError("too early: \(delivered)") }
scheduler.advance(by: .milliseconds(1))
guard delivered == ["swift"] else { fatalError("delivered \(delivered)") }
withExtendedLifetime(search) { print("Schedulers: \(delivered)") }
