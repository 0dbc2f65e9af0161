import Foundation
import Markdown
import Pages

/// The source files of the declarations in the reference, as pages with numbered lines. They take the place of the
/// repository where its web address is not known.
struct SourcePages {
  static let index = "source/index.html"
  /// The folder that the paths start in.
  let root: String
  /// The paths, in order.
  let files: [String]
  private let known: Set<String>

  /// The files of `reference` that can be read; nil when there are none, or `repository` has an address.
  init?(_ reference: APIReference?, repository: Repository?) {
    guard let reference, let repository, repository.fileAddress == nil else { return nil }
    root = repository.root
    let declared = Set(reference.library.symbols.compactMap { $0.location?.file }).filter { !$0.hasPrefix("/") }
    files = declared.filter { FileManager.default.isReadableFile(atPath: "\(repository.root)/\($0)") }.sorted()
    known = Set(files)
    if files.isEmpty { return nil }
  }

  /// The address of a line of `file`, from the folder `folder` of the site; nil when the file has no page.
  func address(of file: String, line: Int, from folder: String) -> String? {
    guard known.contains(file) else { return nil }
    return "\(Links.encoded(SitePath.relative(output(of: file), from: folder)))#L\(line)"
  }

  /// Where the page of a file is written.
  func output(of file: String) -> String { "source/\(file).html" }

  /// The page of a file.
  func page(of file: String) throws(Diagnostic) -> Page {
    let source = try Source(path: "\(root)/\(file)", name: file)
    var html = HTML(capacity: source.bytes.count * 3)
    html.markup("<nav class=\"crumbs\" aria-label=\"Where this is\"><a href=\"")
    html.address(indexAddress(from: file).utf8)
    html.markup("\">Source</a> <span aria-hidden=\"true\">›</span> <span>")
    html.breakable(SitePath.folder(of: file))
    html.markup("</span></nav>\n<h1>")
    html.breakable(SitePath.name(of: file))
    html.markup("</h1>\n<div class=\"listing\">\n<pre class=\"numbers\">")
    for line in 1...max(source.lineCount, 1) {
      html.markup("<a id=\"L")
      html.number(line)
      html.markup("\" href=\"#L")
      html.number(line)
      html.markup("\">")
      html.number(line)
      html.markup("</a>\n")
    }
    html.markup("</pre>\n<pre tabindex=\"0\" data-language=\"swift\"><code>")
    html.swift(source.bytes[...])
    html.markup("</code></pre>\n</div>\n")
    return Page(body: html.bytes)
  }

  private func indexAddress(from file: String) -> String {
    SitePath.relative(Self.index, from: SitePath.folder(of: output(of: file)))
  }

  /// The files of a folder, listed beside the page of each.
  func sidebar(of file: String) -> HTML {
    let folder = SitePath.folder(of: file)
    var html = HTML()
    html.markup("<ul>\n<li><a href=\"")
    html.address(indexAddress(from: file).utf8)
    html.markup("\">All files</a></li>\n<li class=\"part\"><details open><summary>")
    html.breakable(SitePath.name(of: folder))
    html.markup("</summary>\n<ul>\n")
    for other in files where SitePath.folder(of: other) == folder {
      html.markup("<li><a href=\"")
      html.address(Links.encoded(SitePath.name(of: output(of: other))).utf8)
      html.append((other == file ? "\" aria-current=\"page\">" : "\">").utf8)
      html.breakable(SitePath.name(of: other))
      html.markup("</a></li>\n")
    }
    html.markup("</ul>\n</details></li>\n</ul>\n")
    return html
  }

  /// The page that lists all files: a heading for each folder with a manifest, under it the folders with files.
  var indexPage: Page {
    var html = HTML()
    html.markup("<h1>Source</h1>\n<p>The source files of the declarations in the reference.</p>\n")
    var headings: [Page.Heading] = []
    var packageFolder: String?
    let folders = Dictionary(grouping: files, by: SitePath.folder)
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
      let package = self.package(around: folder)
      if package != packageFolder, !package.isEmpty {
        headings.append(Page.Heading(level: 2, id: package, text: SitePath.name(of: package), line: 1))
        html.markup("<h2 id=\"")
        html.text(package)
        html.markup("\">")
        html.text(SitePath.name(of: package))
        html.markup("</h2>\n")
      }
      packageFolder = package
      html.markup("<details><summary>")
      html.breakable(package.isEmpty ? folder : SitePath.relative(folder, from: package))
      html.markup("</summary>\n<ul class=\"columns\">\n")
      for file in files {
        html.markup("<li><a href=\"")
        html.address(Links.encoded(SitePath.relative(output(of: file), from: "source")).utf8)
        html.markup("\">")
        html.breakable(SitePath.name(of: file))
        html.markup("</a></li>\n")
      }
      html.markup("</ul>\n</details>\n")
    }
    return Page(body: html.bytes, headings: headings)
  }

  /// The nearest folder around `folder` with a manifest; empty for the top and where there is none.
  private func package(around folder: String) -> String {
    var folder = folder
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: "\(root)/\(folder)/Package.swift") {
      folder = SitePath.folder(of: folder)
    }
    return folder
  }
}

extension Build {
  mutating func writeSourcePages(_ template: Template) throws(Diagnostic) {
    guard let sourcePages else { return }
    for file in sourcePages.files {
      let output = sourcePages.output(of: file)
      let content = Template.Content(
        output: output, title: file, page: try sourcePages.page(of: file), sidebar: sourcePages.sidebar(of: file))
      try self.output.write(template.render(content), to: output)
    }
    let content = Template.Content(output: SourcePages.index, title: "Source", page: sourcePages.indexPage)
    try output.write(template.render(content), to: SourcePages.index)
  }
}
