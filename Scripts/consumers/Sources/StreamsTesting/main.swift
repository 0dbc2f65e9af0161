import Dispatch
import StreamsTesting

let values = try [1, 2, 3].publisher.receive(on: DispatchQueue(label: "work")).waitForCompletion(timeout: 60)
guard values == [1, 2, 3] else { fatalError("received \(values)") }
print("StreamsTesting: \(values)")
