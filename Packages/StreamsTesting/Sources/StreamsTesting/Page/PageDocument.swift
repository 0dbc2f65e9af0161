/// A page as one HTML file that loads nothing.
struct PageDocument {
  let text: String

  init(_ page: TimelinePage) {
    let drawing = PageDrawing(page)
    let names = page.lanes.map { "<li>\($0.name.visible.xml)</li>" }.joined()
    let title = page.title.visible.xml
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
      <form hidden>
      <button type="button" data-go="-1" title="Left arrow">◀ Earlier</button>
      <button type="button" data-go="1" title="Right arrow">Later ▶</button>
      <button type="button" data-difference title="D">Next difference</button>
      <label>Show <input type="search" placeholder="a lane or a text"></label>
      </form>
      <div class="page"><ol style="height:\(Int(drawing.height))px">\(names)</ol><div class="drawing" tabindex="0">
      \(drawing.svg)
      </div></div>
      <p role="status" id="detail"></p>
      \(PageData.begin)\(PageData.json(page))\(PageData.end)
      <script>
      \(Self.script)
      </script>
      </html>

      """
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{font:15px/1.5 system-ui,sans-serif;color:light-dark(#1c2430,#e6e9ef);margin:1rem;max-width:100%}
    h1{font-size:1.25rem}
    form{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}
    form[hidden]{display:none}
    button,input{font:inherit;padding:.3rem .6rem}
    .page{display:flex;align-items:flex-start}
    ol{list-style:none;margin:0;padding:0 .75rem 0 0;flex:none;max-width:40%;font-size:13px}
    li{height:46px;line-height:46px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .drawing{overflow-x:auto;flex:1;min-width:0}
    .e.at *{stroke-width:3.2}
    .e.at text{font-weight:bold}
    .e.caused :not(text){stroke:light-dark(#0b62d6,#7db4ff)}
    .off{opacity:.12}
    #detail{min-height:1.5em;overflow-wrap:anywhere}
    @media print{.drawing{overflow:visible}form,#detail{display:none}}
    """

  private static let script = """
    const data = JSON.parse(document.getElementById("data").textContent)
    const words = {
      failure: "failed", subscription: "subscribed", cancellation: "cancelled", dropped: "cancelled", request: "requested"
    }
    const rows = [...document.querySelectorAll("li")], drawing = document.querySelector(".drawing")
    const events = [], detail = document.getElementById("detail")
    data.lanes.forEach((lane, row) => lane.events.forEach(event =>
      events.push({ ...event, row, lane: lane.name, number: events.length })))
    document.querySelectorAll(".e").forEach((element, number) => events[number].element = element)
    const order = events.slice().sort((a, b) => a.t - b.t || a.row - b.row || a.number - b.number)
    const units = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [1, "ns"]]
    const time = t => { const u = units.find(u => Math.abs(t) >= u[0]) || units[1]; return t / u[0] + " " + u[1] }
    const text = e => [time(e.t), e.lane + ":", words[e.k] || e.k, e.l, e.p && `(${e.p})`].filter(Boolean).join(" ")
    const caused = Map.groupBy(events, e => e.c + "@" + e.t)
    let at = -1, shown = order, marked = []
    function mark(some, name) {
      for (const e of some) e.element.classList.add(name)
      marked.push(...some)
    }
    function select(chosen) {
      for (const e of marked) e.element.classList.remove("at", "caused")
      marked = []
      mark(chosen, "at")
      for (const e of chosen) if (e.k === "ran") mark(caused.get(e.w + "@" + e.t) || [], "caused")
      detail.textContent = chosen.map(text).join(" · ")
      if (!chosen.length) return
      const box = chosen[0].element.getBoundingClientRect(), frame = drawing.getBoundingClientRect()
      if (box.left < frame.left || box.right > frame.right) drawing.scrollLeft += box.left - frame.left - frame.width / 3
    }
    function step(by, single) {
      if (!shown.length) return
      let next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by
      if (!single && at >= 0) {
        while (shown[next] && shown[next].t === shown[at].t) next += by
        if (by < 0) while (next > 0 && shown[next - 1].t === shown[next].t) next--
      }
      if (!shown[next]) return
      at = next
      select(single ? [shown[at]] : shown.filter(e => e.t === shown[at].t))
    }
    function difference() {
      const found = shown.findIndex((e, i) => e.d && i > at)
      at = found >= 0 ? found : shown.findIndex(e => e.d)
      select(at < 0 ? [] : [shown[at]])
      if (at < 0) detail.textContent = "No difference is marked."
    }
    const form = document.querySelector("form")
    form.hidden = false
    form.addEventListener("submit", event => event.preventDefault())
    form.addEventListener("click", event => {
      if (event.target.dataset.go) step(Number(event.target.dataset.go))
      if ("difference" in event.target.dataset) difference()
    })
    form.addEventListener("input", event => {
      const wanted = event.target.value.toLowerCase()
      const fits = e => !wanted || text(e).toLowerCase().includes(wanted)
      shown = order.filter(fits)
      at = -1
      for (const e of events) e.element.classList.toggle("off", !fits(e))
      rows.forEach((row, i) => row.classList.toggle("off", !shown.some(e => e.row === i)))
      select([])
    })
    addEventListener("keydown", event => {
      if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === "ArrowRight") step(1, event.shiftKey)
      else if (event.key === "ArrowLeft") step(-1, event.shiftKey)
      else if (event.key === "d" || event.key === "D") difference()
      else return
      event.preventDefault()
    })
    drawing.addEventListener("mouseover", event => {
      const element = event.target.closest(".e")
      if (!element) return
      const found = events.find(e => e.element === element)
      if (shown.includes(found)) at = shown.indexOf(found)
      select([found])
    })
    """
}
