extension TimelinePage {
  /// The whole page, which a browser can open from disk and which loads nothing. O(lanes * instants).
  ///
  /// It is complete without JavaScript. With it, the arrow keys step from instant to instant (with Shift, from event to
  /// event), and D goes to the next difference.
  public var html: String {
    let title = title.markup
    let place = place.map { "<p class=\"place\">\($0.description.markup)</p>\n" } ?? ""
    return """
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
      \(place)\(Self.message(message))<form hidden>
      <button type="button" data-go="-1" title="Left arrow">◀ Earlier</button>
      <button type="button" data-go="1" title="Right arrow">Later ▶</button>
      <button type="button" data-difference title="D">Next difference</button>
      </form>
      <div class="lanes" tabindex="0" aria-label="Events"><table>
      \(PageTable(self).html)</table></div>
      <p role="status" id="detail"></p>
      <p class="key"><span><b class="e subscription">^</b> subscribed</span> <span><b class="e request">+2</b> requested</span>
      <span><b class="e value">7</b> value</span> <span><b class="e finished">|</b> finished</span>
      <span><b class="e failure"># error</b> failed</span> <span><b class="e cancellation">!</b> cancelled</span>
      <span><b class="e scheduled">○</b> scheduled</span> <span><b class="e ran">■</b> ran</span>
      <span><b class="e due">□</b> ran, was due then</span>
      <span><b class="e dropped">×</b> cancelled before it ran</span> <span><b class="e pending">due</b> still pending</span>
      <span><b class="e ran caused">■</b> caused by the chosen one</span> <span><b class="e ran cause">■</b> its cause</span></p>
      <script>
      \(Self.script)
      </script>
      </html>

      """
  }

  /// The message, with the lines of a diff marked. Aligned marbles are not wrapped.
  private static func message(_ message: String) -> String {
    guard !message.isEmpty else { return "" }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let pointers = lines.firstIndex { $0.contains("^") && $0.allSatisfy { " ^~".contains($0) } } ?? -3
    let marked = lines.indices.map { index in
      let text = String(lines[index]).markup
      return switch lines[index].drop(while: { $0 == " " }).prefix(2) {
      case _ where pointers - 2...pointers ~= index: "<span>\(text)</span>"
      case "- ", "− ": "<del>\(text)</del>"
      case "+ ": "<ins>\(text)</ins>"
      default: text
      }
    }
    return "<pre class=\"message\" tabindex=\"0\">\(marked.joined(separator: "\n"))</pre>\n"
  }

  /// Each color is for a light and a dark page.
  private static let style = """
    :root{color-scheme:light dark;--page:light-dark(#fff,#12161d);--ink:light-dark(#1c2430,#e6e9ef);
    --soft:light-dark(#566173,#9da8b8);--line:light-dark(#c3cad6,#3c4656);--tint:light-dark(#f3f5f9,#1b212b);
    --bad:light-dark(#b3261e,#ff8f85);--good:light-dark(#1b6b36,#7ed29a);--blue:light-dark(#0b57c4,#86b7ff)}
    body{font:clamp(15px,.55vw + 9px,19px)/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);
    margin:0;padding:1rem clamp(.75rem,2vw,2.5rem)}
    h1{font-size:1.35em;line-height:1.25;margin:0;overflow-wrap:anywhere}
    .place{color:var(--soft);margin:.25rem 0 0;overflow-wrap:anywhere}
    pre,.e,thead th{font-family:ui-monospace,monospace}
    .message{font-size:.87em;overflow:auto;max-height:50dvh;white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0;
    padding:.75rem 1rem;background:var(--tint);border-left:4px solid var(--bad);border-radius:.3rem}
    del,ins{text-decoration:none}small{display:block}.message span{white-space:pre}
    del{color:var(--bad)}
    ins{color:var(--good)}
    form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
    form[hidden]{display:none}
    button{font:inherit;font-size:.93em;padding:.3rem .6rem}
    .lanes{overflow:auto;max-height:max(12em,100dvh - 16em);scroll-padding:0 1em 0 calc(min(38vw,18em) + 1em)}
    table{border-collapse:separate;border-spacing:0;min-width:100%}
    th{font-weight:600;text-align:left}
    thead th,small,.heading th{font-size:.8em;font-weight:400;color:var(--soft)}
    thead th{white-space:nowrap;padding:.2rem calc(.4rem + var(--space,0)*1.1rem) .2rem .4rem}
    thead th.now::after{content:" now";color:var(--bad)}
    .gap{padding:0 .4rem}
    .heading th{padding-top:.9rem;border-bottom:1px solid var(--line)}
    .heading span{position:sticky;left:0}
    th[scope=row]{position:sticky;left:0;z-index:1;background:var(--page);width:min(38vw,18em);
    min-width:min(38vw,14em);padding:.2rem .9rem .2rem 0;line-height:1.25;overflow-wrap:anywhere}
    tr>td{position:relative;height:2.8em;padding:0 .4rem;white-space:nowrap}
    thead th,thead td{position:sticky;top:0;z-index:2;background:var(--page);border-bottom:1px solid var(--line)}
    thead td{left:0;z-index:3;height:auto}
    tbody td::before{content:"";position:absolute;inset:50% 0 auto;border-top:1px solid var(--line)}
    td.now{border-left:2px dashed var(--bad)}td.gap::before{border-top-style:dotted}
    .e{position:relative;display:inline-block;box-sizing:border-box;min-width:1.9em;line-height:1.3;
    width:max-content;max-width:min(48vw,32em);
    font-size:.87em;font-weight:400;text-align:center;padding:.15em .5em;margin:.15em .2em .15em 0;border-radius:1em;
    white-space:pre-wrap;overflow-wrap:anywhere;scroll-margin-block:6em;
    border:1.5px solid var(--soft);background:var(--page);vertical-align:middle}
    .value{background:light-dark(#dfeafb,#223a5c);border-color:light-dark(#4c80cc,#5c8fd6)}
    .failure,.words{color:var(--bad);border-color:var(--bad)}
    .finished,.subscription,.cancellation,.dropped{border-radius:.25em;font-weight:700}
    .ran,.due{background:light-dark(#def3e4,#1f4a2c);border-color:light-dark(#3d8754,#5bb079);border-radius:.25em}
    .wish,.pending{border-style:dashed}
    .words,.request,.scheduled{border-color:transparent;padding:0 .2em}
    .words{width:auto;max-width:min(48vw,15em);overflow-wrap:break-word;text-align:left}
    .request,.scheduled{color:var(--blue)}
    .differs,.words{max-height:20em;overflow:auto}
    .differs:not(.words){border:2px solid var(--bad);box-shadow:0 0 0 2px light-dark(#f6c9c5,#6b2722)}
    mark{color:inherit;padding:0 1px;background:light-dark(#f6c9c5,#6b2722);border-bottom:2px solid var(--bad)}
    .e.at,.e.caused,.e.cause{outline:2.5px solid var(--ink);outline-offset:2px}
    .e.caused{outline:2.5px dashed var(--blue)}
    .e.cause{outline-color:var(--blue)}
    #detail{position:sticky;bottom:0;z-index:2;min-height:1.5em;margin:.5rem 0;background:var(--page);
    overflow-wrap:anywhere}
    #detail:empty{visibility:hidden}
    .key{font-size:.87em;color:var(--soft);line-height:2.4}
    .key span{white-space:nowrap;margin-right:.6em}
    @media print{.lanes,.message,.e{overflow:visible;max-height:none}form,#detail{display:none}}
    """

  /// A step changes the marked events and the line that describes them, and nothing else.
  private static let script = """
    const lanes = document.querySelector(".lanes"), detail = document.getElementById("detail")
    const events = [...lanes.querySelectorAll(".e")].sort((a, b) => a.closest("td").cellIndex - b.closest("td").cellIndex)
    const runs = new Map(events.map(e => [e.dataset.r, e])), caused = Map.groupBy(events, e => e.dataset.c)
    let at = -1, marked = []
    function mark(some, name) {
      for (const e of some) e.classList.add(name)
      marked.push(...some)
    }
    function select(chosen) {
      for (const e of marked) e.classList.remove("at", "caused", "cause")
      marked = []
      mark(chosen, "at")
      detail.textContent = chosen.map(e => {
        const cause = e.dataset.c && runs.get(e.dataset.c)
        if (cause) mark([cause], "cause")
        if (e.dataset.r) mark(caused.get(e.dataset.r) || [], "caused")
        return e.title + (cause ? ", caused by " + cause.title : "")
      }).join(" · ")
    }
    function go(chosen) {
      select(chosen)
      chosen[0]?.scrollIntoView({ block: "nearest", inline: "nearest" })
    }
    function step(by, single) {
      let next = at < 0 ? (by > 0 ? 0 : events.length - 1) : at + by
      if (!single && at >= 0) {
        while (events[next]?.dataset.t === events[at].dataset.t) next += by
        if (by < 0) while (next > 0 && events[next - 1].dataset.t === events[next].dataset.t) next--
      }
      if (!events[next]) return
      at = next
      go(single ? [events[at]] : events.filter(e => e.dataset.t === events[at].dataset.t))
    }
    function difference() {
      const differs = e => e.matches(".differs, .words")
      const next = events.findIndex((e, i) => differs(e) && (at < 0 || i > at && e.dataset.t !== events[at].dataset.t))
      at = next >= 0 ? next : events.findIndex(differs)
      go(at < 0 ? [] : events.filter(e => differs(e) && e.dataset.t === events[at].dataset.t))
      if (at < 0) detail.textContent = "No difference is marked."
    }
    const form = document.querySelector("form"), first = lanes.querySelector(".words")
    form.hidden = false
    form.querySelector("[data-difference]").hidden = !first
    first?.scrollIntoView({ block: "nearest", inline: "center" })
    scrollTo(0, 0)
    form.addEventListener("click", event => {
      if (event.target.dataset.go) step(Number(event.target.dataset.go))
      if ("difference" in event.target.dataset) difference()
    })
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === "ArrowRight") step(1, event.shiftKey)
      else if (event.key === "ArrowLeft") step(-1, event.shiftKey)
      else if (event.key === "d" || event.key === "D") difference()
      else return
      event.preventDefault()
    })
    lanes.addEventListener("mouseover", event => {
      const e = event.target.closest(".e")
      if (!e) return
      at = events.indexOf(e)
      select([e])
    })
    """
}
