/** Compares the results of tests with earlier ones, such as those of a pull request's base branch, in Markdown. */

import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { errorText } from "../../contract/errorText.ts";
import { addUnit } from "../../contract/writeAmount.ts";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";
import type { TestResult } from "./testResult.ts";

const optional = z.nullish(z.number());
const earlierSchema = z.object({
  /** Of the costs; absent in reports of earlier versions. */
  unit: z.nullish(z.string()),
  results: z.array(
    z.object({
      file: z.string(),
      case: z.nullish(z.string()),
      model: z.nullish(z.string()),
      state: z.string(),
      answersCost: optional,
    }),
  ),
});

export type EarlierResults = z.infer<typeof earlierSchema>;

/** Reads what `--reporter json` wrote. @throws an Error that says why it cannot be read. */
export async function readEarlierResults(file: string): Promise<EarlierResults> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new Error(`The earlier results cannot be read: ${errorText(error)}`);
  });
  try {
    // PowerShell writes what a program prints in UTF-16.
    return earlierSchema.parse(JSON.parse(decodeFileText(content, TextDecoder) ?? ""));
  } catch {
    throw new Error(`${file} is not a report that \`--reporter json\` wrote.`);
  }
}

interface Pair {
  file: string;
  name: string;
  model: string;
  before: Side | undefined;
  now: Side | undefined;
}

interface Side {
  state: string;
  cost: number | undefined;
}

/** Of the costs before and now. */
type Units = Record<"before" | "now", string>;

const verdicts: Readonly<Record<string, string>> = { passed: "✅ passed", failed: "❌ failed", error: "⚠️ error", notRun: "➖ not run" };

/** A summary, and a row for each case and model whose verdict or cost has changed. */
export function compareResults(earlier: EarlierResults, results: readonly TestResult[], unit: string): string {
  const pairs = pairUp(earlier.results, results);
  const units: Units = { before: earlier.unit ?? unit, now: unit };
  const isChanged = ({ before, now }: Pair) => before?.state !== now?.state || !isSameCost(before?.cost, now?.cost, units);
  const changed = pairs.filter(isChanged);
  const total = (side: "before" | "now") => pairs.flatMap((pair) => pair[side] ?? []);
  const passed = (side: "before" | "now") => total(side).filter(({ state }) => state === "passed").length;
  const cost = (side: "before" | "now") =>
    writeTotal(
      total(side).map((one) => one.cost),
      units[side],
    );
  const rows = changed.map(({ file, name, model, before, now }) => {
    const cells = [
      file,
      name,
      model,
      change(before && describe(before.state), now && describe(now.state)),
      changeOfCost(before, now, units),
    ];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  const lines = [
    `**${passed("now")} of ${total("now").length} passed** (before: ${passed("before")} of ${total("before").length}). Cost of all answers: ${cost("now")} (before: ${cost("before")}).`,
    "",
    ...(rows.length > 0 ? ["| document | case | model | verdict | cost |", "|---|---|---|---|---|", ...rows, ""] : []),
    rows.length === 0 ? "No verdict or cost has changed." : countOthers(pairs.length - changed.length),
  ];
  return `${lines.join("\n")}\n`;
}

function countOthers(count: number): string {
  return count === 1 ? "1 other is unchanged." : `${count} others are unchanged.`;
}

function pairUp(earlier: EarlierResults["results"], results: readonly TestResult[]): Pair[] {
  const pairs = new Map<string, Pair>();
  const seen = new Map<string, number>();
  const find = (side: string, file: string, name: string, model: string): Pair => {
    const content = JSON.stringify([normalize(file), name, model]);
    // Several cases may have the same name.
    const order = seen.get(side + content) ?? 0;
    seen.set(side + content, order + 1);
    const key = `${content}${order}`;
    const pair = pairs.get(key) ?? { file, name, model, before: undefined, now: undefined };
    pairs.set(key, pair);
    return pair;
  };
  for (const { file, name, model, state, answersCost } of results) {
    find("now", file, name ?? "", model ?? "").now = { state, cost: answersCost };
  }
  for (const { file, case: name, model, state, answersCost } of earlier) {
    find("before", file, name ?? "", model ?? "").before = { state, cost: answersCost ?? undefined };
  }
  return [...pairs.values()];
}

/** One spelling of a path, on every system. */
function normalize(file: string): string {
  return path.posix.normalize(file.replaceAll("\\", "/"));
}

function isSameCost(one: number | undefined, other: number | undefined, { before, now }: Units): boolean {
  if (before !== now) return one === undefined && other === undefined;
  return one === other || (one !== undefined && other !== undefined && one.toPrecision(4) === other.toPrecision(4));
}

function describe(state: string): string {
  return verdicts[state] ?? state;
}

function change(before: string | undefined, now: string | undefined): string {
  if (before === now) return now ?? "";
  if (before === undefined) return `new: ${now}`;
  return now === undefined ? `${before} → removed` : `${before} → ${now}`;
}

function changeOfCost(before: Side | undefined, now: Side | undefined, units: Units): string {
  const [old, current] = [before?.cost, now?.cost];
  const [oldText, text] = [writeCost(old, units.before), writeCost(current, units.now)];
  if (now === undefined) return oldText;
  if (before === undefined || isSameCost(old, current, units)) return text;
  if (old === undefined || current === undefined) return `${oldText} → ${text}`;
  const percent =
    old === 0 || units.before !== units.now ? "" : ` (${current > old ? "+" : "−"}${Math.round((Math.abs(current - old) / old) * 100)} %)`;
  return `${oldText} → ${text}${percent}`;
}

function writeCost(cost: number | undefined, unit: string): string {
  return cost === undefined ? "not known" : addUnit(String(Number(cost.toPrecision(4))), unit);
}

/** The sum of the known costs, and how many are not known: a case that failed before its cost was reported does not look cheaper. */
function writeTotal(costs: readonly (number | undefined)[], unit: string): string {
  const known = costs.filter((cost) => cost !== undefined);
  const unknown = costs.length - known.length;
  const sum = known.length === 0 ? undefined : known.reduce((total, cost) => total + cost, 0);
  return sum === undefined || unknown === 0 ? writeCost(sum, unit) : `${writeCost(sum, unit)} and ${unknown} not known`;
}

function escapeCell(text: string): string {
  return text
    .replaceAll(/[\\|<>&`*_[\]]/g, (character) => `\\${character}`)
    .replaceAll(/\s+/g, " ")
    .trim();
}
