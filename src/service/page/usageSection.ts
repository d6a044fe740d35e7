import { html } from "hono/html";
import { type DayUsage, dayOf } from "../account/accounts.ts";
import { barChart, stepChart } from "./chart.ts";
import type { Html } from "./document.ts";
import { formatIsoDay, formatPageNumber } from "./formatValues.ts";

/** Number of days that the page shows, including today. */
const shownDays = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The first day shown at `now`. */
export function firstDay(now: number): string {
  return dayOf(now - (shownDays - 1) * dayMilliseconds);
}

/** Adds the missing days, with the balance of the day before. Today has `balance`, the account's current one. */
export function fillDays(used: readonly DayUsage[], now: number, balance: number): DayUsage[] {
  const byDay = new Map(used.map((entry) => [entry.day, entry]));
  const today = dayOf(now);
  let last: number | undefined;
  return Array.from({ length: shownDays }, (_, index) => {
    const day = dayOf(now - (shownDays - 1 - index) * dayMilliseconds);
    const { tasks = 0, cost = 0, balance: known } = byDay.get(day) ?? {};
    last = day === today ? balance : (known ?? last);
    return { day, tasks, cost, balance: last };
  });
}

/** The account's remaining balance, and its usage on each of the last days: as tiles, charts and a table. */
export function usageSection(days: readonly DayUsage[], formatAmount: (amount: number) => string): Html {
  const today = days.at(-1);
  const cost = sum(days.map((day) => day.cost));
  const tasks = sum(days.map((day) => day.tasks));
  return html`<section class="card usage" aria-labelledby="usage">
<h2 id="usage">Usage</h2>
<dl class="tiles">
<div><dt>Balance</dt><dd>${formatAmount(today?.balance ?? 0)}</dd></div>
<div><dt>Cost today</dt><dd>${formatAmount(today?.cost ?? 0)}</dd></div>
<div><dt>Cost in ${days.length} days</dt><dd>${formatAmount(cost)}</dd></div>
<div><dt>Tasks in ${days.length} days</dt><dd>${formatPageNumber(tasks)}</dd></div>
</dl>
${(today?.balance ?? 0) <= 0 && html`<p class="error">The balance is used up: new requests are refused until whoever runs this service adds to it.</p>`}
${tasks === 0 ? html`<p class="note">Nothing was used in the last ${days.length} days. The charts begin with your first task.</p>` : charts(days, { cost, tasks, formatAmount })}
</section>`;
}

interface Totals {
  cost: number;
  tasks: number;
  formatAmount: (amount: number) => string;
}

function charts(days: readonly DayUsage[], { cost, tasks, formatAmount }: Totals): Html {
  const label = (day: DayUsage) =>
    `${formatIsoDay(day.day)}: cost ${formatAmount(day.cost)}, ${countTasks(day.tasks)}${day.balance === undefined ? "" : `, balance ${formatAmount(day.balance)}`}`;
  const chartOf = (readValue: (day: DayUsage) => number | undefined) =>
    days.map((day) => ({ day: day.day, value: readValue(day), label: label(day) }));
  // If nothing has a price, the number of tasks is more useful.
  const isFree = cost === 0;
  const known = days.filter((day) => day.tasks > 0 || day.balance !== undefined).toReversed();
  const period = `each of the last ${days.length} days`;
  return html`<div class="charts">
${
  isFree
    ? barChart({
        title: "Tasks per day",
        summary: `Tasks on ${period}: ${formatPageNumber(tasks)} together.`,
        days: chartOf((day) => day.tasks),
        format: formatPageNumber,
      })
    : barChart({
        title: "Cost per day",
        summary: `Cost on ${period}: ${formatAmount(cost)} together.`,
        days: chartOf((day) => day.cost),
        format: formatAmount,
      })
}
${stepChart({
  title: "Balance at the end of each day",
  summary: `Balance at the end of ${period}: now ${formatAmount(days.at(-1)?.balance ?? 0)}.`,
  days: chartOf((day) => day.balance),
  format: formatAmount,
})}
</div>
<details>
<summary>The days as a table</summary>
<div class="scrolled" role="region" aria-label="Usage per day" tabindex="0">
<table>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">Tasks</th><th scope="col">Cost</th><th scope="col">Balance</th></tr></thead>
<tbody>
${known.map(
  (day) => html`<tr><th scope="row"><time datetime="${day.day}">${formatIsoDay(day.day)}</time></th><td>${formatPageNumber(day.tasks)}</td>
<td>${formatAmount(day.cost)}</td><td>${day.balance === undefined ? "not known" : formatAmount(day.balance)}</td></tr>
`,
)}
</tbody>
</table>
</div>
</details>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function countTasks(count: number): string {
  return count === 1 ? "1 task" : `${formatPageNumber(count)} tasks`;
}
