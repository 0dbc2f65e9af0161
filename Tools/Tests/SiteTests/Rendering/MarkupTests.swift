import Testing

/// The check of mutated pages finds errors.
struct MarkupTests {
  @Test(arguments: [
    "<p>a &amp; b &#39; <a href=\"x?a=1&amp;b\" title=\"'\">c</a><br></p>",
    "<input type=\"checkbox\" checked disabled>",
    "plain \" text", "", "&Auml;&#xfF;&#XA0;",
  ])
  func correctMarkupHasNoProblem(html: String) {
    #expect(Markup.problem(in: Array(html.utf8), isBalanced: true) == nil)
  }

  @Test(arguments: [
    "a < b", "a > b", "a & b", "a &b c", "a &#x; b", "&#r2;", "&#x1g;", "&;", "<script>", "<P>", "< p>", "<>", "<",
    "<p", "<p ", "<p id",
    "<p id=",
    "<p id=x>", "<p id='x'>", "<p id=\"x>", "<p id=\"<\">", "<p id=\"&\">", "<p id=\"x\"\">", "<p onclick=\"x\">",
    "<p  id=\"x\">", "</p id=\"x\">", "<p/>", "<!-- x -->", "<p style=\"x\">", "<p title=\"a\" onclick>",
  ])
  func wrongMarkupHasAProblem(html: String) {
    #expect(Markup.problem(in: Array(html.utf8), isBalanced: false) != nil)
  }

  @Test(arguments: ["<p>", "</p>", "<p><b></p></b>", "<p></p></p>", "<br></br>"])
  func unbalancedTagsAreAProblemOnlyIfAskedFor(html: String) {
    #expect(Markup.problem(in: Array(html.utf8), isBalanced: true) != nil)
    #expect(Markup.problem(in: Array(html.utf8), isBalanced: false) == nil)
  }
}
