import Files
import Foundation

/// A name for everything that a site is built from, except what its pages say.
enum BuildKey {
  static func make(
    tree: SourceTree, configuration: Configuration, repository: Repository?, examples: String, symbols: String?
  ) -> String {
    var parts = ["\(tree.root)", tree.pages.joined(separator: "\n"), tree.files.sorted().joined(separator: "\n")]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    parts.append(String(decoding: (try? encoder.encode(configuration)) ?? Data(), as: UTF8.self))
    parts.append(examples)
    parts.append(stamp(executable))
    parts.append(stamp("\(tree.root)/SUMMARY.md"))
    if let symbols { parts += [stamp("\(symbols)/fingerprint"), stamp(symbols)] }
    if let repository { parts += repository.headFiles.map(stamp) + [repository.root] }
    var digest = Digest()
    for part in parts { digest.add(part) }
    return digest.name
  }

  private static func stamp(_ path: String) -> String { "\(FileStamp(path: path))" }

  /// The program itself: another one may write other pages.
  private static var executable: String {
    access("/proc/self/exe", F_OK) == 0 ? "/proc/self/exe" : CommandLine.arguments[0]
  }
}

extension Repository {
  /// Files that change whenever the history does.
  var headFiles: [String] {
    let git = "\(root)/.git"
    var folder = git
    if let text = FileManager.default.contents(atPath: git).map({ String(decoding: $0, as: UTF8.self) }),
      text.hasPrefix("gitdir: ")
    {
      folder = String(text.dropFirst(8).prefix { !$0.isNewline })
    }
    return ["\(folder)/HEAD", "\(folder)/logs/HEAD", "\(folder)/packed-refs", "\(folder)/refs/heads/\(branch)"]
  }
}
