import Markdown
@testable import Site
import Testing

struct RawHTMLTests {
  private func problems(_ markdown: String) -> [String] {
    Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks()).article.problems.map(\.summary)
  }

  @Test(arguments: [
    ("a<br>b", "<p>a<br>b</p>\n"), ("<kbd>Esc</kbd>", "<p><kbd>Esc</kbd></p>\n"),
    ("a <!-- b --> c", "<p>a  c</p>\n"), ("<!-- b -->\n", ""), ("<!-- b\n\n<script> -->\n", ""),
    ("x<sup TITLE='a\"b'>2</sup>", "<p>x<sup title=\"a&quot;b\">2</sup></p>\n"),
    ("<b style=\"position:fixed\" class=c data-x='1'>x</b>", "<p><b>x</b></p>\n"),
    ("<br clear=\"all\"><a href=\"b\" rel=\"noopener\" target=_blank>c</a>", "<p><br><a href=\"b\">c</a></p>\n"),
    ("a <img name=querySelector src=b alt=c>", "<p>a <img src=\"b\" alt=\"c\"></p>\n"),
    ("a <center><font color=red>b</font></center>", "<p>a b</p>\n"),
    (
      "<details open>\n<summary>A &amp; B & C</summary>\n\nText\n\n</details>\n",
      "<details open>\n<summary>A &amp; B &amp; C</summary>\n<p>Text</p>\n</details>\n"
    ),
    (
      "<div>\n&#33; &#xfF; &lt; &#r2; &#x; &#; &1; &; &a b;</div>\n",
      "<div>\n&#33; &#xfF; &lt; &amp;#r2; &amp;#x; &amp;#; &amp;1; &amp;; &amp;a b;</div>\n"
    ),
  ])
  func harmlessHTMLStays(markdown: String, html: String) {
    #expect(rendered(markdown) == html)
    #expect(problems(markdown) == [])
  }

  @Test func anIDIsGivenOnce() {
    #expect(
      problems("<p id=\"q\">a</p>\n\n<a name=\"Q\"></a>\n\n<b id=\"site.nav\">b</b>\n") == [
        "page.md:3:1: error: the id “q” is given twice on this page; give this element another id",
        "page.md:5:1: error: the id “site.nav” is given twice on this page; give this element another id",
      ])
    #expect(problems("## A <a id=\"a\" name=\"a\"></a>\n\n<a name=\"b\"></a>\n\n## B\n") == [])
    #expect(problems("<details name=\"q\">a</details>\n\n<details name=\"q\">b</details>\n") == [])
  }

  @Test func anIDOfAHeadingIsItsOwn() {
    #expect(
      problems("<p id=\"q\">a</p>\n\nText.\n\n## Q\n\n### N {#site.nav}\n") == [
        "page.md:7:7: error: the id “site.nav” is given twice on this page; give this heading another id",
        "page.md:1:1: error: the id “q” is given twice on this page; give this element another id",
      ])
    #expect(problems("## Q\n\n<b id=\"q\">a</b>\n").count == 1)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=\"x\" onclick=\"y\">z</a>",
    "<iframe src=x></iframe>", "<?php ?>",
    "<![CDATA[x]]>", "<!DOCTYPE html>", "<div>", "</div>", "*<b>* </b>", "Array<Int>",
    "<style>\nbody{}\n</style>\n", "<textarea>", "<base href=x>",
  ])
  func dangerousHTMLIsRefused(markdown: String) {
    let html = rendered(markdown)
    #expect(!problems(markdown).isEmpty, "\(html)")
    for dangerous in [
      "<script", "onerror=\"", "onclick=\"", "style=\"", "<iframe", "<svg", "<?", "<!", "<style", "<base",
    ] {
      #expect(!html.contains(dangerous), "\(html)")
    }
  }

  @Test(arguments: ["javascript&colon;alert(1)", "javascript&#58;alert(1)", "java&Tab;script:alert(1)"])
  func anAddressIsNotDecodedOnceMore(address: String) {
    let html = rendered("<a href=\"\(address)\">x</a>")
    #expect(html.contains(address.replacing("&", with: "&amp;")) || !html.contains("href"), "\(html)")
  }

  @Test func textWithEntitiesIsFoundAsItReads() {
    let page = Renderer.render(
      Document(name: "a.md", text: "<p>a &lt; b &amp;&#33; c</p>\n"), resolver: PlainLinks()
    ).article
    #expect(page.sections.map { String(decoding: $0.text, as: UTF8.self) }.joined().contains("a < b &! c"))
  }

  @Test func manyTagsTakeLinearTime() {
    let html = rendered(String(repeating: "<div>", count: 60_000) + String(repeating: "</div>", count: 60_000) + "\n")
    #expect(html.utf8.count >= 660_000)
  }

  @Test func problemsHaveExactPlaces() {
    #expect(
      problems("Text\nand `a` Array<Int> more\n") == [
        "page.md:2:14: error: “<Int>” is read as HTML, and “int” is not allowed in a page; "
          + "put code between backticks, or write < as &lt;"
      ])
    #expect(problems("<div>\n<b>x</b>\n  <nope>\n</div>\n").first?.hasPrefix("page.md:3:3: error: “<nope>”") == true)
    #expect(problems("a <b>c\n") == ["page.md:1:3: error: this “b” never ends; add </b>"])
    #expect(
      problems("> <i>a</i>\n> <i>b</i> <i>c\n") == ["page.md:2:12: error: this “i” never ends; add </i>"])
    #expect(
      problems("> <div>\n> <i>b</i> <i>c\n> </div>\n").suffix(2) == [
        "page.md:1:3: error: this “div” never ends; add </div>", "page.md:2:12: error: this “i” never ends; add </i>",
      ])
  }

  @Test func candidatesOfImagesAreResolved() {
    let page = Renderer.render(
      Document(name: "a.md", text: "<picture><source srcset=\"a.png 2x, b.png\"><img src=\"c.png\"></picture>\n"),
      resolver: Shouting()
    ).article
    #expect(page.problems == [])
    #expect(String(decoding: page.body, as: UTF8.self).contains("<source srcset=\"A.PNG 2x, B.PNG\">"))
    let link = Renderer.render(
      Document(name: "a.md", text: "<a href=\"b.md\" target=\"_blank\">x</a>\n"), resolver: Shouting()
    ).article
    #expect(String(decoding: link.body, as: UTF8.self).contains("<a href=\"B.MD\">x</a>"))
  }

  @Test func attributesOfLinksAreResolved() {
    let page = Renderer.render(
      Document(name: "a.md", text: "<a href=\"b.md\">x</a> <a id=\"here\"></a>"), resolver: Shouting()
    ).article
    #expect(String(decoding: page.body, as: UTF8.self) == "<p><a href=\"B.MD\">x</a> <a id=\"here\"></a></p>\n")
    #expect(page.otherIDs == ["here"])
  }

  private struct Shouting: LinkResolver {
    func resolve(_ link: WrittenLink) -> String? { link.address.uppercased() }
  }
}
