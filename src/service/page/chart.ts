/** Charts as SVG that stretches to any width. Their text is outside the SVG, so that its size does not change. */
import { html } from "hono/html";
import type { Html } from "./document.ts";
import { formatIsoDay } from "./formatValues.ts";

/** One for each day, oldest first. undefined: not known. */
interface ChartDay {
  day: string;
  value: number | undefined;
  /** The tooltip of the day. */
  label: string;
}

export interface ChartParts {
  title: string;
  /** The text alternative of the chart. */
  summary: string;
  days: readonly ChartDay[];
  format(value: number): string;
}

/** Units of the SVG's view box, which is stretched to the width of the screen. */
const dayWidth = 10;
const height = 100;

interface Scale {
  highest: number;
  lowest: number;
  /** Distance from the top. */
  toY(value: number): number;
}

/** The scale always includes 0. */
function scaleOf(days: readonly ChartDay[]): Scale {
  const values = days.flatMap(({ value }) => value ?? []);
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  const range = highest - lowest || 1;
  return { highest, lowest, toY: (value) => round(((highest - value) / range) * height) };
}

export function barChart(parts: ChartParts): Html {
  const scale = scaleOf(parts.days);
  return frame(parts, scale, (value, x) => {
    const [top, bottom] = [scale.toY(Math.max(0, value)), scale.toY(Math.min(0, value))];
    // Small values remain visible.
    const size = value === 0 ? 0 : Math.max(2, bottom - top);
    return html`<rect class="bar" x="${x + 1.5}" y="${round(bottom - size)}" width="${dayWidth - 3}" height="${round(size)}"/>`;
  });
}

/** Each day is a step of the line. */
export function stepChart(parts: ChartParts): Html {
  const scale = scaleOf(parts.days);
  const zero = scale.toY(0);
  return frame(parts, scale, (value, x, previous) => {
    const [y, from] = [scale.toY(value), scale.toY(previous ?? value)];
    return html`<path class="area" d="M${x} ${zero}V${y}h${dayWidth}V${zero}Z"/><path class="line" d="M${x} ${from}V${y}h${dayWidth}"/>`;
  });
}

function frame(parts: ChartParts, scale: Scale, draw: (value: number, x: number, previous: number | undefined) => Html): Html {
  const { title, summary, days, format } = parts;
  const width = days.length * dayWidth;
  const zero = scale.toY(0);
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<div class="plot">
<div class="scale" aria-hidden="true"><span>${format(scale.highest)}</span><span>${format(scale.lowest)}</span></div>
<svg role="img" aria-label="${summary}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
<path class="grid" d="M0 0H${width}M0 ${height / 2}H${width}"/>
${days.map(({ value, label }, index) => {
  const x = index * dayWidth;
  const drawn = value === undefined ? undefined : draw(value, x, days[index - 1]?.value);
  return html`<g><title>${label}</title><rect class="day" x="${x}" y="0" width="${dayWidth}" height="${height}"/>${drawn}</g>`;
})}
<path class="zero" d="M0 ${zero}H${width}"/>
</svg>
<div class="ends" aria-hidden="true"><span>${formatIsoDay(days[0]?.day ?? "")}</span><span>Today</span></div>
</div>
</figure>
`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
