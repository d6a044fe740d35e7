/** Runs the benchmarks and prints each row beside its aim. */
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { aims, reaches } from "./aims.ts";
import type { Bench, BenchRow } from "./bench.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, json: { type: "string" }, help: { type: "boolean", short: "h" } },
});
if (values.help) {
  console.log(`Runs the benchmarks and prints each row beside its aim.

  --only PREFIX  only the rows whose name begins with it
  --json FILE    also writes the rows to a file`);
  process.exit();
}

const rows: BenchRow[] = [];
const broken: string[] = [];
for (const bench of await findBenches(values.only)) {
  process.stderr.write(`measuring ${bench.names.join(", ")} …\n`);
  try {
    for (const row of await bench.run()) {
      if (!row.name.startsWith(values.only)) continue;
      rows.push(row);
      console.log(line(row));
    }
  } catch (error) {
    broken.push(...bench.names);
    console.error(`${bench.names.join(", ")}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);
const missed = rows.filter(({ name, value }) => reaches(name, value) === false);
console.log(
  `\n${rows.length} rows, ${missed.length} short of their aim${broken.length === 0 ? "" : `, not measured: ${broken.join(", ")}`}`,
);
// A benchmark may have left something that keeps the event loop alive.
process.exit(broken.length === 0 && rows.length > 0 ? 0 : 1);

/** The benchmarks with at least one row whose name begins with `prefix`. */
async function findBenches(prefix: string): Promise<Bench[]> {
  const files = globSync("*.bench.ts", { cwd: import.meta.dirname }).toSorted();
  const modules: { default: readonly Bench[] }[] = await Promise.all(files.map((file) => import(path.join(import.meta.dirname, file))));
  return modules.flatMap((module) => module.default).filter(({ names }) => names.some((name) => name.startsWith(prefix)));
}

function line({ name, value, unit }: BenchRow): string {
  const aim = aims[name];
  const aimText = aim === undefined ? "" : `aim ${aim.sort === "atLeast" ? "≥" : "≤"} ${aim.value}`;
  const mark = { true: "reached", false: "MISSED", undefined: "" }[String(reaches(name, value))] ?? "";
  return `${name.padEnd(40)} ${format(value).padStart(12)} ${unit.padEnd(10)} ${aimText.padEnd(14)} ${mark}`.trimEnd();
}

function format(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString("en-GB") : value.toPrecision(3);
}
