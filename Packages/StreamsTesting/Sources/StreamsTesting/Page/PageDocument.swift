/// A page as one HTML file that loads nothing.
struct PageDocument {
  let text: String

  init(_ page: TimelinePage) {
    let title = page.title.markup
    let place = page.place.isEmpty ? "" : "<p class=\"place\">\(page.place.markup)</p>\n"
    text = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      <h1>\(title)</h1>
      \(place)\(Self.message(page.message))<form hidden>
      <button type="button" data-go="-1" title="Left arrow">◀ Earlier</button>
      <button type="button" data-go="1" title="Right arrow">Later ▶</button>
      <button type="button" data-difference title="D">Next difference</button>
      <label>Show <input type="search" placeholder="a lane or a text"></label>
      </form>
      <div class="lanes" tabindex="0" aria-label="Events"><table>
      \(PageTable(page).html)</table></div>
      <p role="status" id="detail"></p>
      <p class="key"><b class="e subscription">^</b> subscribed <b class="e request">+2</b> requested
      <b class="e value">7</b> value <b class="e finished">|</b> finished <b class="e failure"># error</b> failed
      <b class="e cancellation">!</b> cancelled <b class="e scheduled">○</b> scheduled <b class="e ran">■</b> ran
      <b class="e dropped">×</b> cancelled before it ran <b class="e pending">due</b> still pending</p>
      <script>
      \(Self.script)
      </script>
      </html>

      """
  }

  /// The message, with the lines of a diff marked.
  private static func message(_ message: String) -> String {
    guard !message.isEmpty else { return "" }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      switch line.drop(while: { $0 == " " }).prefix(2) {
      case "- ", "− ": "<del>\(String(line).markup)</del>"
      case "+ ": "<ins>\(String(line).markup)</ins>"
      default: String(line).markup
      }
    }
    return "<pre class=\"message\" tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>\n"
  }
}
