/** The style sheet of the status page: light and dark, from 320 px, and with forced colours. */
import { hash } from "node:crypto";

export const styleSheet = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f5f8, #0f1216);
  --card: light-dark(#ffffff, #181d23);
  --text: light-dark(#1a1f26, #e7eaee);
  --soft: light-dark(#55606d, #a4aeba);
  --edge: light-dark(#d3d9e0, #343d48);
  --accent: light-dark(#1559b5, #7db6ff);
  --on-accent: light-dark(#ffffff, #0b1a2c);
  --good: light-dark(#146c43, #63d3a0);
  --bad: light-dark(#b3261e, #ff9b90);
  --bad-card: light-dark(#fdeeed, #33191a);
  --good-card: light-dark(#e8f5ee, #12291f);
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; background: var(--page); }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; line-height: 1.3; }
h3 { font-size: 1rem; }
ul { list-style: none; }
code { font: 0.875em ui-monospace, monospace; }
a { color: var(--accent); }
.note { color: var(--soft); font-size: 0.875rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus, h2:focus { outline: none; }
.skip { position: absolute; left: -100vw; background: var(--card); padding: 0.5rem 1rem; z-index: 1; }
.skip:focus { left: 0.5rem; top: 0.5rem; }

.top { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; padding: 0.625rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--edge); }
.brand { display: inline-flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; color: inherit; font-weight: 600; text-decoration: none; }
.account { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; font-size: 0.875rem; }
main { display: grid; gap: 1rem; max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 0.75rem; padding: 1rem; display: grid; gap: 0.875rem;
  grid-template-columns: minmax(0, 1fr); align-content: start; }
@media (min-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); align-items: start; }
  .usage { grid-column: 1 / -1; }
  .card { padding: 1.25rem; }
}

button, .button, input { font: inherit; min-height: 2.75rem; border-radius: 0.5rem; }
button, .button { display: inline-flex; align-items: center; justify-content: center; padding: 0.25rem 1rem; border: 1px solid var(--edge);
  background: var(--card); color: var(--text); text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--accent); }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.danger { color: var(--bad); border-color: currentColor; font-weight: 600; }
.danger:hover { border-color: currentColor; background: var(--bad-card); }
input:not([type="hidden"]) { width: 100%; padding: 0.5rem 0.75rem; border: 1px solid var(--soft); background: var(--page); color: var(--text); }
label { font-weight: 600; }
.sign-in { width: min(28rem, 100%); margin: 4vh auto 0; }
.sign-in form { display: grid; gap: 0.625rem; }
.error { color: var(--bad); background: var(--bad-card); border: 1px solid currentColor; border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
.notice { color: var(--good); background: var(--good-card); border: 1px solid currentColor; border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
summary { cursor: pointer; color: var(--accent); padding: 0.375rem 0; width: fit-content; max-width: 100%; }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem; }
.tiles div { border: 1px solid var(--edge); border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
.tiles dt { color: var(--soft); font-size: 0.875rem; }
.tiles dd { font-size: 1.375rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.charts { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.chart { display: grid; gap: 0.375rem; }
.chart figcaption { font-size: 0.875rem; font-weight: 600; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 0.5rem; color: var(--soft); font-size: 0.75rem;
  font-variant-numeric: tabular-nums; }
.plot svg { width: 100%; height: 8rem; display: block; }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; line-height: 1; }
.ends { grid-column: 2; display: flex; justify-content: space-between; }
.grid, .zero, .line { fill: none; stroke: var(--edge); stroke-width: 1; vector-effect: non-scaling-stroke; }
.zero { stroke: var(--soft); }
.bar { fill: var(--accent); }
.line { stroke: var(--accent); stroke-width: 2; }
.area { fill: var(--accent); opacity: 0.15; shape-rendering: crispEdges; }
.day { fill: transparent; }
g:hover > .day { fill: var(--soft); opacity: 0.2; }
.scrolled { overflow: auto; max-height: 22rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { overflow-wrap: normal; padding: 0.375rem 0.5rem; border-bottom: 1px solid var(--edge); text-align: right; }
th:first-child { text-align: left; }
tbody th { font-weight: 400; white-space: nowrap; }

.state { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.625rem; color: var(--soft); font-size: 0.8125rem;
  font-weight: 400; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.provider { display: grid; gap: 0.25rem; }
.provider + .provider { border-top: 1px solid var(--edge); padding-top: 0.75rem; }
.provider h3 { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: center; }
.provider li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.75rem; padding: 0.125rem 0; }
.kinds { color: var(--soft); font-size: 0.875rem; }

.tasks li { border-top: 1px solid var(--edge); padding: 0.875rem 0; }
.tasks li:last-child { padding-bottom: 0; }
article { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
article header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; align-items: baseline; }
article header p { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
.file { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
.file audio { width: min(24rem, 100%); }
.file video { width: min(24rem, 100%); max-height: 16rem; background: #000; border-radius: 0.5rem; }
.thumbnail { display: block; border: 1px solid var(--edge); border-radius: 0.5rem; overflow: hidden; background: var(--page); }
.thumbnail img { display: block; width: 8rem; height: 8rem; object-fit: contain; }
p.text, .text p { white-space: pre-wrap; }
.text summary { color: inherit; }
.text summary .more { color: var(--accent); text-decoration: underline; }
.text[open] .excerpt { display: none; }
.delete summary { color: var(--soft); font-size: 0.875rem; text-decoration: underline; }
.delete form { display: grid; gap: 0.5rem; justify-items: start; border: 1px solid var(--edge); border-radius: 0.5rem; padding: 0.75rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.75rem; }

@media (forced-colors: active) {
  .bar { fill: CanvasText; }
  .line, .zero { stroke: CanvasText; }
  .grid { stroke: GrayText; }
  .area { fill: none; }
  .excerpt { color: CanvasText; }
  .primary { border: 2px solid ButtonText; background: ButtonFace; color: ButtonText; }
}
@media (prefers-contrast: more) {
  :root { --soft: var(--text); --edge: light-dark(#3d4650, #b7c0ca); }
}
@media print {
  .account form, .delete, nav, .skip { display: none; }
}
`;

export const styleSheetPath = "/status.css";
/** The address changes with the content, so that a new page is not shown with old styles. */
export const styleSheetLink = `${styleSheetPath}?${hash("sha256", styleSheet).slice(0, 12)}`;
