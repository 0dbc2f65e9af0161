import Foundation
import Testing

@testable import Serve

@Suite struct ServedFolderTests {
  private let top: String
  private let folder: ServedFolder

  init() throws {
    top = NSTemporaryDirectory() + "served-\(UUID().uuidString)"
    let manager = FileManager.default
    try manager.createDirectory(atPath: top + "/site/deep", withIntermediateDirectories: true)
    for path in [
      "secret.txt", "site/index.html", "site/a b.html", "site/deep/index.html", "site/.docs-site", "site/x.css",
    ] {
      try "x".write(toFile: "\(top)/\(path)", atomically: true, encoding: .utf8)
    }
    try manager.createSymbolicLink(atPath: top + "/site/out.txt", withDestinationPath: top + "/secret.txt")
    try manager.createSymbolicLink(atPath: top + "/site/up", withDestinationPath: top)
    try manager.createSymbolicLink(atPath: top + "/site/in.html", withDestinationPath: top + "/site/index.html")
    folder = ServedFolder(root: top + "/site")
  }

  @Test func files() {
    #expect(folder.find("/") == .file(path: top + "/site/index.html", type: "text/html; charset=utf-8"))
    #expect(folder.find("/a%20b.html") == .file(path: top + "/site/a b.html", type: "text/html; charset=utf-8"))
    #expect(folder.find("/x.css") == .file(path: top + "/site/x.css", type: "text/css; charset=utf-8"))
    #expect(folder.find("/deep") == .redirect(to: "/deep/"))
    #expect(folder.find("/deep/") == .file(path: top + "/site/deep/index.html", type: "text/html; charset=utf-8"))
    #expect(folder.find("/in.html") == .file(path: top + "/site/in.html", type: "text/html; charset=utf-8"))
    #expect(folder.find("/none.html") == .nothing)
    #expect(folder.find("/x.css/") == .nothing)
    #expect(folder.find("/.docs-site") == .nothing)
  }

  @Test(arguments: [
    "/../secret.txt", "/%2e%2e/secret.txt", "/deep/../../secret.txt", "/deep/..%2f..%2fsecret.txt", "/..%5csecret.txt",
    "/%00", "/x.css%00.html", "/%", "/%zz", "secret.txt", "", "/out.txt", "/up/secret.txt", "/./index.html",
  ])
  func nothingOutside(path: String) {
    #expect(folder.find(path) == .refused)
  }
}
