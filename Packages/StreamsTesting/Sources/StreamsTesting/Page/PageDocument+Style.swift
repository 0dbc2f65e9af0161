extension PageDocument {
  /// Each color is for a light and a dark page.
  static let style = """
    :root{color-scheme:light dark;--page:light-dark(#fff,#12161d);--ink:light-dark(#1c2430,#e6e9ef);
    --soft:light-dark(#566173,#9da8b8);--line:light-dark(#c3cad6,#3c4656);--tint:light-dark(#f3f5f9,#1b212b);
    --bad:light-dark(#b3261e,#ff8f85);--good:light-dark(#1b6b36,#7ed29a);--blue:light-dark(#0b57c4,#86b7ff)}
    body{font:clamp(15px,.55vw + 9px,19px)/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);
    margin:0;padding:1rem clamp(.75rem,2vw,2.5rem)}
    h1{font-size:1.35em;line-height:1.25;margin:0;overflow-wrap:anywhere}
    .place{color:var(--soft);margin:.25rem 0 0;overflow-wrap:anywhere}
    pre,.e,thead th{font-family:ui-monospace,monospace}
    .message{font-size:.87em;overflow-x:auto;margin:1rem 0;padding:.75rem 1rem;background:var(--tint);
    border-left:4px solid var(--bad);border-radius:.3rem}
    del,ins{text-decoration:none}
    del{color:var(--bad)}
    ins{color:var(--good)}
    form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
    form[hidden]{display:none}
    button,input{font:inherit;font-size:.93em;padding:.3rem .6rem}
    input{max-width:100%}
    .lanes{overflow-x:auto}
    table{border-collapse:separate;border-spacing:0;min-width:100%}
    th{font-weight:600;text-align:left}
    thead th,small,.heading th{font-size:.8em;font-weight:400;color:var(--soft);white-space:nowrap}
    thead th{padding:0 calc(.4rem + var(--space,0)*1.1rem) .2rem .4rem}
    thead th.now::after{content:" now";color:var(--bad)}
    .gap{padding:0 .4rem}
    .heading th{padding-top:.9rem;border-bottom:1px solid var(--line)}
    .heading span{position:sticky;left:0}
    th[scope=row],thead td{position:sticky;left:0;z-index:1;background:var(--page);padding:0}
    th[scope=row]{max-width:min(34vw,24rem);padding-right:.9rem;white-space:nowrap;line-height:1.25}
    th[scope=row],small{overflow:hidden;text-overflow:ellipsis}
    small{display:block}
    tr>td{position:relative;height:2.8em;padding:0 .4rem;white-space:nowrap}
    thead td{height:auto}
    tbody td::before{content:"";position:absolute;inset:50% 0 auto;border-top:1px solid var(--line)}
    td.now{border-left:2px dashed var(--bad)}
    td.gap::before{border-top-style:dotted}
    .e{position:relative;display:inline-block;box-sizing:border-box;min-width:1.9em;height:1.9em;line-height:1.65em;
    font-size:.87em;font-weight:400;text-align:center;padding:0 .5em;margin-right:.2em;border-radius:1em;
    border:1.5px solid var(--soft);background:var(--page);vertical-align:middle}
    .value{background:light-dark(#dfeafb,#223a5c);border-color:light-dark(#4c80cc,#5c8fd6)}
    .failure,.words{color:var(--bad);border-color:var(--bad)}
    .finished,.subscription,.cancellation,.dropped{border-radius:.25em;font-weight:700}
    .ran{background:light-dark(#def3e4,#1f4a2c);border-color:light-dark(#3d8754,#5bb079);border-radius:.25em}
    .wish,.pending{border-style:dashed}
    .words,.request,.scheduled{border-color:transparent;padding:0 .2em}
    .words{height:auto;max-width:15em;line-height:1.3;white-space:normal;text-align:left}
    .request,.scheduled{color:var(--blue)}
    .differs{border:2px solid var(--bad);box-shadow:0 0 0 2px light-dark(#f6c9c5,#6b2722)}
    .e.at{outline:2.5px solid var(--ink);outline-offset:2px}
    .e.caused{outline:2.5px dashed var(--blue);outline-offset:2px}
    .off{opacity:.15}
    #detail{position:sticky;bottom:0;z-index:2;min-height:1.5em;margin:.5rem 0;background:var(--page);
    overflow-wrap:anywhere}
    #detail:empty{visibility:hidden}
    .key{font-size:.87em;color:var(--soft);line-height:2.4}
    .key .e{margin-left:.6em}
    @media print{.lanes{overflow:visible}form,#detail{display:none}}
    """
}
