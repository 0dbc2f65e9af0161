extension MarblePicture {
  /// The style rules of a picture, which apply to all marble diagrams and nothing else.
  ///
  /// Lines and text have the surrounding text color. Only the marbles have other colors, which follow the color scheme.
  static var style: String {
    let font = "var(--marble-font,ui-monospace,SFMono-Regular,Menlo,Consolas,monospace)"
    let line = "var(--marble-line,#8790a0)"
    let ink = "var(--marble-ink,currentColor)"
    let rules = [
      "{max-width:100%;height:auto;font:13px \(font);text-anchor:middle;fill:\(ink)}",
      " .l{fill:none;stroke:\(line);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}",
      " .k{fill:none;stroke:\(line);stroke-dasharray:1 5;opacity:.6}",
      " .t{font-size:10.5px;fill:\(line)}",
      " .n{text-anchor:start;font-size:12px;opacity:.75}",
      " .b{fill:var(--marble-box,rgb(128 144 176/.13));stroke:\(line);stroke-width:1.2}",
      " .o{font-size:14px}",
      " .e{fill:none;stroke:\(ink);stroke-width:2.4;stroke-linecap:round}",
      " .c{fill:none;stroke:\(ink);stroke-width:2;stroke-dasharray:3 4}",
      " .x{fill:none;stroke:hsl(4 72% 54%);stroke-width:2.8;stroke-linecap:round}",
      " .v{fill:light-dark(hsl(var(--h) 76% 90%),hsl(var(--h) 58% 25%));stroke:hsl(var(--h) 52% 52%);stroke-width:1.6}",
      " .v text{stroke:none;fill:light-dark(hsl(var(--h) 60% 20%),hsl(var(--h) 70% 90%))}",
    ]
    return rules.map { ".marble-diagram\($0)" }.joined()
      + ":root.marble-diagram{color-scheme:light dark;color:CanvasText}"
      + "[data-theme=light] .marble-diagram{color-scheme:light}[data-theme=dark] .marble-diagram{color-scheme:dark}"
  }
}
