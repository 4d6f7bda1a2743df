// app/publish/bug_report_style.h -- the style sheet of a bug report.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tilescope::io {

// Pictures are drawn for light paper. On a dark screen they are inverted and their hues turned back.
inline constexpr std::string_view kReportStyle = R"css(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2128;
  --dim: #59636e; --line: #d1d9e0; --soft: #f6f8fa; --error: #b42318; --warn: #8a5300; --ask: #6639ba;
  --good: #1a6e34; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e3e7ec; --dim: #9aa4af; --line: #343b44;
  --soft: #1c2128; --error: #ff8a7e; --warn: #e3b341; --ask: #c8a6ff; --good: #67c682; }
  figure svg { filter: invert(1) hue-rotate(180deg); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 Inter, system-ui, sans-serif; font-feature-settings: "calt" 0; font-variant-ligatures: none; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } p { margin: .4rem 0; } .dim { color: var(--dim); }
code, pre, .word { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: .9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .7rem; border: 1px solid var(--line);
  border-radius: 6px; background: var(--soft); margin: .5rem 0; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .93em; }
th, td { text-align: left; vertical-align: top; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } td.number { text-align: right; }
.error { color: var(--error); } .warn { color: var(--warn); } .ask { color: var(--ask); } .good { color: var(--good); }
figure { margin: 1rem 0; padding: .7rem; border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; } figure svg { max-height: 22cm; } .table { overflow: visible; } }
)css";

}  // namespace tilescope::io
