import Combine
import Foundation

final class Model: ObservableObject {
  @Published var name = ""
}

#if !canImport(Combine)
  #error("The drop-in must make Combine importable")
#endif

let model = Model()
var names: [String] = []
let changes = model.$name.removeDuplicates().sink { names.append($0) }
model.name = "a"
model.name = "a"
guard names == ["", "a"] else { fatalError("received \(names)") }
withExtendedLifetime(changes) { print("Combine: \(names)") }
