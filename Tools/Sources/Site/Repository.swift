import Foundation
import Markdown

/// The git repository around the pages.
struct Repository {
  /// The top folder of the working tree.
  let root: String
  /// The web address of the repository, without a slash at the end.
  let address: String?
  let branch: String

  init(root: String, configuration: SiteSettings) {
    self.root = root
    address = configuration.repository.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    branch = configuration.branch ?? "main"
  }

  /// The address to which a file's path is appended, for a page that shows the file.
  var fileAddress: String? { address.map { "\($0)/blob/\(branch)" } }

  /// The address to which a file's path is appended, for a page that edits the file.
  var editAddress: String? { address.map { "\($0)/edit/\(branch)" } }

  /// Where `path` leads from a page in `folder` of the repository when it leads out of that: web servers of repositories
  /// have other pages around the files, such as `../../issues`. Nil when it leads out of these, too.
  func addressAround(_ path: String, folder: String) -> String? {
    guard let address else { return nil }
    let around = SitePath.resolve(path, from: "blob/\(branch)/\(folder)")
    return around.flatMap { $0.isEmpty ? nil : "\(address)/\(Links.encoded($0))" }
  }

  /// The day of the last commit that touched each file under `folder`, such as `2026-03-31`, by path in the repository.
  ///
  /// Empty when git is not there or the repository has no history.
  func lastChanges(under folder: String) -> [String: String] {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", root, "-c", "core.quotePath=false", "log", "--format=%x00%cs", "--name-only", "--no-renames", "--",
      folder.isEmpty ? "." : folder,
    ]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    git.standardInput = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return [:] }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    var changes: [String: String] = [:]
    for commit in text.split(separator: 0) {
      let lines = commit.split(separator: UInt8(ascii: "\n"))
      guard let day = lines.first.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
      for line in lines.dropFirst() {
        let path = String(decoding: line, as: UTF8.self)
        if changes[path] == nil { changes[path] = day }
      }
    }
    return changes
  }
}
