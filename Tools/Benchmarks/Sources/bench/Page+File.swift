import ArgumentParser
import Foundation
import Reporting

extension Page {
  /// Writes the table into a page, between the markers called `name`, below where and when `command` measured it.
  static func write(_ name: String, _ table: String, command: String?, to file: URL) throws {
    do {
      var page = Page(try String(contentsOf: file, encoding: .utf8))
      let heading = command.map { "\(Environment.here(command: $0).sentence)\n\n" } ?? ""
      try page.replace(name, with: heading + table)
      try Data(page.text.utf8).write(to: file)
    } catch {
      throw ValidationError("\(file.path): \(error)")
    }
  }
}
