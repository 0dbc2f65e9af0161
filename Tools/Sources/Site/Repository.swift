import Markdown

/// The git repository around the pages.
struct Repository {
  /// The top folder of the working tree.
  let root: String
  /// The web address of the repository, without a slash at the end.
  let address: String?
  let branch: String

  init(root: String, settings: SiteSettings) {
    self.root = root
    address = settings.repository.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    branch = settings.branch ?? "main"
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
}
