import Markdown

extension Build {
  mutating func writeReference(_ template: Template) throws(Diagnostic) {
    guard let reference else { return }
    var comments = DocComments(reference, examples: site.examples, root: repository?.root ?? tree.root)
    for (index, entry) in reference.entries.enumerated() {
      let number = tree.pages.count + index
      var writer = ReferenceWriter(
        reference, entry: entry, repository: repository, uses: uses, addresses: template.addresses, comments: comments,
        introduction: introductions[index])
      let page = writer.page()
      comments = writer.comments
      summaries[number] = page.summary
      let content = Template.Content(
        number: number, output: entry.output, title: entry.title, context: reference.context(of: entry), page: page)
      try output.write(template.render(content), to: entry.output)
      search.add(page, title: entry.title, address: template.addresses[number])
      try output.write(
        ReferenceMarkdown.text(of: entry, in: reference, introduction: introductions[index]),
        to: String(entry.output.dropLast(4)) + "md")
    }
    problems += comments.problems
  }
}
