import Combine
import DepartureBoard
import Foundation

// departures URL: type a part of a station's name; the first that matches is shown and kept up to date. "r" asks again,
// an empty line or the end of the input leaves.
guard CommandLine.arguments.count == 2, let base = URL(string: CommandLine.arguments[1]), base.scheme != nil else {
  FileHandle.standardError.write(Data("usage: departures URL\n".utf8))
  exit(64)
}

let api = TransitAPI(base: base)
let search = StationSearch(api: api, scheduler: DispatchQueue.main)
let board = Board(api: api, scheduler: DispatchQueue.main)
let rendering = Rendering()
var cancellables: Set<AnyCancellable> = []

search.$stations
  .compactMap(\.first)
  .sink(receiveValue: board.show)
  .store(in: &cancellables)

search.$message
  .compactMap { $0 }
  .sink { print("! \($0)") }
  .store(in: &cancellables)

NotificationCenter.default.publisher(for: .boardDidChange)
  .compactMap { $0.userInfo?["state"] as? Board<DispatchQueue>.State }
  .removeDuplicates()
  .sink { print(rendering.text($0)) }
  .store(in: &cancellables)

Lines(of: .standardInput)
  .receive(on: DispatchQueue.main)
  .prefix { !$0.isEmpty }
  .sink(
    receiveCompletion: { _ in exit(0) },
    receiveValue: { line in
      if line == "r" { board.refresh() } else { search.text = line }
    }
  )
  .store(in: &cancellables)

RunLoop.main.run()
