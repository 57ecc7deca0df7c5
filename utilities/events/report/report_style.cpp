#include "utilities/events/report/report_sections.hpp"

namespace lodestone::cli {

const char* const kReportStyle = R"css(
:root { color-scheme: light dark;
  --paper: #fff; --panel: #f5f5f2; --ink: #1a1a19; --soft: #55544f; --rule: #d4d2cb; --link: #0b5cad;
  --p0: #b34700; --p1: #0072b2; --p2: #007a5e; --p3: #9a2f6b; --p4: #746300; --p5: #5f5f5f;
  --open: #746300; --load: #b0447f; --compile: #8a1f5c; --test: #5d4b9c;
  --upload: #2f8fa8; --kernel: #0072b2; --download: #00695c; --wait: #c9c7bf; --processor: #b34700;
  --good: #00695c; --bad: #b34700 }
@media (prefers-color-scheme: dark) { :root {
  --paper: #161615; --panel: #222220; --ink: #f2f1ec; --soft: #b9b7ae; --rule: #43423d; --link: #7cbcff;
  --p0: #f29a4a; --p1: #5ab4f0; --p2: #35c79a; --p3: #e58bc0; --p4: #d6c94a; --p5: #b5b5b5;
  --open: #d6c94a; --load: #f0a6d0; --compile: #dd6fae; --test: #a897ea;
  --upload: #63c3d8; --kernel: #5ab4f0; --download: #35c79a; --wait: #5a5953; --processor: #f29a4a;
  --good: #35c79a; --bad: #f29a4a } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif }
header, main, footer, nav { max-width: 68rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.5rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p { margin: .4rem 0; max-width: 46rem }
section { margin: 2.5rem 0; scroll-margin-top: 1rem }
.soft, footer, caption, .legend, .cards dt { color: var(--soft) }
.soft, footer, table, .legend, nav { font-size: .875rem }
h3, p, li, dd { overflow-wrap: anywhere } td, th { overflow-wrap: break-word }
a, summary { color: var(--link) }
a:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -999rem } .skip:focus { left: 1rem; top: .5rem }
nav ul, .legend, .paths { list-style: none; padding: 0; margin: .75rem 0;
  display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
.paths { flex-direction: column }
.legend svg, .tag { vertical-align: -2px }
.verdict { font-size: 1.15rem; line-height: 1.45 } .verdict strong { font-size: 2rem; line-height: 1.2;
  display: block } .won strong { color: var(--good) } .lost strong { color: var(--bad) }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem;
  margin: 1rem 0 }
.cards div { background: var(--panel); border-radius: .5rem; padding: .6rem .8rem }
.cards dt { font-size: .875rem } .cards dd { margin: 0; font-size: 1.25rem; font-weight: 600 }
.cards dd small { display: block; font-size: .8125rem; font-weight: 400; color: var(--soft) }
.scroll { overflow-x: auto; margin: .5rem 0 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
caption { text-align: left; padding-bottom: .25rem }
th, td { text-align: left; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--rule);
  vertical-align: top }
td:last-child, th:last-child { padding-right: 0 }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom }
tbody th { font-weight: 400; min-width: 9rem } td { min-width: 7.5rem }
td.n, th.n { text-align: right; white-space: nowrap; min-width: 0 }
details { margin: .5rem 0 } summary { cursor: pointer; padding: .25rem 0 }
figure { margin: .5rem 0; padding: 0 .25rem; overflow-x: clip } figure.up { padding: .25rem .75rem 0 3rem }
.chart { display: block; overflow: visible }
.chart text { font-size: 12px; fill: var(--ink) } .chart text.unit, .chart text.soft { fill: var(--soft) }
.chart text.head { font-weight: 600 }
.chart text.idle { font-size: 11px; fill: var(--soft) }
.grid { stroke: var(--rule) } .axis { stroke: var(--soft) }
.even { stroke: var(--ink); stroke-width: 1.5 } .double { stroke: var(--soft); stroke-dasharray: 4 4 }
.median { stroke: var(--ink); stroke-width: 2.5 } .tail { stroke: var(--ink); stroke-dasharray: 2 2 }
.cross { stroke: var(--ink); stroke-dasharray: 5 3; stroke-width: 1.5 }
.gap { fill: var(--rule); opacity: .6 } .call { fill: none; stroke: var(--ink); stroke-width: .6; stroke-opacity: .55 }
.lane { fill: var(--panel) } .count { fill: var(--p5) }
.stroke { fill: var(--paper); opacity: .6 }
.p0 { fill: var(--p0) } .p1 { fill: var(--p1) } .p2 { fill: var(--p2) }
.p3 { fill: var(--p3) } .p4 { fill: var(--p4) } .p5 { fill: var(--p5) }
.f0, .f1, .f2, .f3, .f4, .f5 { stroke-width: 2; stroke-linecap: round }
.f0 { stroke: var(--p0) } .f1 { stroke: var(--p1) } .f2 { stroke: var(--p2) }
.f3 { stroke: var(--p3) } .f4 { stroke: var(--p4) } .f5 { stroke: var(--p5) }
.t-open { fill: url(#h-open) } .t-load { fill: url(#h-load) } .t-compile { fill: url(#h-compile) }
.t-test { fill: url(#h-test) } .t-upload { fill: url(#h-upload) } .t-download { fill: url(#h-download) }
.t-kernel { fill: var(--kernel) } .t-wait { fill: var(--wait) } .t-processor { fill: var(--processor) }
.hollow { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5 }
.defs { position: absolute }
code { white-space: nowrap; font-size: .875em }
.timeline { display: flex; border: 1px solid var(--rule); border-radius: .5rem }
.timeline .names { position: sticky; left: 0; z-index: 1; background: var(--paper); flex: 0 0 auto;
  width: 11rem; padding: 0 .5rem; border-right: 1px solid var(--rule); font-size: .75rem; line-height: 1.2 }
.timeline .names .soft { font-size: inherit }
.timeline .names div { padding-top: 4px }
.timeline .names span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.timeline .tracks { flex: 1 0 auto; padding: 0 1rem 0 .5rem }
footer { padding-bottom: 3rem; border-top: 1px solid var(--rule) }
@media (max-width: 40rem) { .timeline .names { width: 8rem; font-size: .6875rem } .verdict strong { font-size: 1.6rem }
  table { font-size: .8125rem } }
@media print { nav { display: none } }
)css";

}  // namespace lodestone::cli
