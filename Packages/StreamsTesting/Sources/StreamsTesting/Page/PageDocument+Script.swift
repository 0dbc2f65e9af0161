extension PageDocument {
  /// A step changes the marked events and the line that describes them, and nothing else.
  static let script = """
    const rows = [...document.querySelectorAll("tbody tr:not(.heading)")], lanes = document.querySelector(".lanes")
    const events = rows.flatMap((row, number) => [...row.querySelectorAll(".e")].map(element =>
      ({ element, row: number, time: Number(element.dataset.t), work: element.dataset.w, cause: element.dataset.c })))
    const order = events.slice().sort((a, b) => a.time - b.time)
    const caused = Map.groupBy(events, e => e.cause + "@" + e.time), found = new Map(events.map(e => [e.element, e]))
    const detail = document.getElementById("detail")
    let at = -1, shown = order, marked = []
    function mark(some, name) {
      for (const e of some) e.element.classList.add(name)
      marked.push(...some)
    }
    function select(chosen) {
      for (const e of marked) e.element.classList.remove("at", "caused")
      marked = []
      mark(chosen, "at")
      for (const e of chosen) if (e.work) mark(caused.get(e.work + "@" + e.time) || [], "caused")
      detail.textContent = chosen.map(e => e.element.title).join(" · ")
      if (!chosen.length) return
      const box = chosen[0].element.getBoundingClientRect(), frame = lanes.getBoundingClientRect()
      const left = frame.left + rows[0].firstElementChild.offsetWidth
      if (box.left < left || box.right > frame.right) lanes.scrollLeft += box.left - left - (frame.right - left) / 3
    }
    function step(by, single) {
      if (!shown.length) return
      let next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by
      if (!single && at >= 0) {
        while (shown[next] && shown[next].time === shown[at].time) next += by
        if (by < 0) while (next > 0 && shown[next - 1].time === shown[next].time) next--
      }
      if (!shown[next]) return
      at = next
      select(single ? [shown[at]] : shown.filter(e => e.time === shown[at].time))
    }
    function difference() {
      const differs = e => e.element.classList.contains("differs")
      const next = shown.findIndex((e, i) => i > at && differs(e))
      at = next >= 0 ? next : shown.findIndex(differs)
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
      const fits = e => e.element.title.toLowerCase().includes(wanted)
      shown = order.filter(fits)
      at = -1
      for (const e of events) e.element.classList.toggle("off", !fits(e))
      rows.forEach((row, number) => row.classList.toggle("off", !shown.some(e => e.row === number)))
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
    lanes.addEventListener("mouseover", event => {
      const e = found.get(event.target)
      if (!e) return
      if (shown.includes(e)) at = shown.indexOf(e)
      select([e])
    })
    """
}
