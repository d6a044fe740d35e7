/** Stores the results of the last runs of each test in a file, and compares them. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { tryParseJson } from "../contract/tryParseJson.ts";
import { replaceFile } from "../ownFiles/replaceFile.ts";
import type { PlannedTest } from "./planTests.ts";
import { judgeOf } from "./repetition.ts";

const runSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  isPassed: z.boolean(),
  /** Hash of the request and the assertions, which changes with each edit. */
  edit: z.string(),
  model: z.string(),
  /** In units of the balance. */
  cost: z.optional(z.number()),
  /** What the models that judged the answer cost. */
  judged: z.optional(z.array(z.object({ model: z.string(), cost: z.number() }))),
});

/** One run of a test. */
export type PastRun = z.infer<typeof runSchema>;

const historySchema = z.record(z.string(), z.array(runSchema));

/** Maximum number of runs that are kept for each test. */
const keptRuns = 3;
/** Maximum number of tests whose runs are kept: those that ran last. */
const keptTests = 10_000;

export interface RunHistory {
  /** The oldest first. */
  of(test: string): readonly PastRun[];
  add(test: string, run: PastRun): void;
  /** Known costs of a model's answers. */
  costsOf(model: string): number[];
  /** Renames tests whose names begin with one text, e.g. after a file was renamed. */
  rename(from: string, to: string): void;
  save(): Promise<void>;
}

/** A missing or damaged file counts as an empty history. */
export async function openRunHistory(file: string): Promise<RunHistory> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const runs = new Map(Object.entries(historySchema.safeParse(tryParseJson(text)).data ?? {}));
  let saving: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const kept = [...runs].toSorted(([, one], [, other]) => (other.at(-1)?.at ?? 0) - (one.at(-1)?.at ?? 0)).slice(0, keptTests);
    await replaceFile(file, JSON.stringify(Object.fromEntries(kept)));
  };
  return {
    of: (test) => runs.get(test) ?? [],
    add: (test, run) => void runs.set(test, [...(runs.get(test) ?? []), run].slice(-keptRuns)),
    costsOf: (model) => [...runs.values()].flat().flatMap((run) => costsIn(run, model)),
    rename(from, to) {
      for (const [test, its] of [...runs]) {
        if (!test.startsWith(from)) continue;
        runs.delete(test);
        runs.set(`${to}${test.slice(from.length)}`, its);
      }
    },
    save() {
      saving = saving.then(write, write);
      return saving;
    },
  };
}

function costsIn({ model, cost, judged = [] }: PastRun, wanted: string): number[] {
  const own = model === wanted && cost !== undefined ? [cost] : [];
  return [...own, ...judged.flatMap((one) => (one.model === wanted ? [one.cost] : []))];
}

/** Identifies the edited version of a test. */
export function editOf({ request, test }: Pick<PlannedTest, "request" | "test">): string {
  const asserted = test.assertions.map(({ name, isNegated, value, threshold }) => {
    const judge = judgeOf(test, { name });
    return [name, isNegated, value, threshold, ...(judge === undefined ? [] : [judge])];
  });
  return hash("sha256", JSON.stringify([request, asserted])).slice(0, 16);
}

/** How a failed test did before. */
export type EarlierResult =
  /** It has not been run before. */
  | { type: "first" }
  /** It passed before, and has been edited this often since. */
  | { type: "passedBefore"; edits: number }
  /** It has failed in all known runs, of which there were this many before. */
  | { type: "failedBefore"; runs: number };

/** `runs`: the oldest first; the last one is the failure. */
export function compareRuns(runs: readonly PastRun[]): EarlierResult {
  const before = runs.slice(0, -1);
  if (before.length === 0) return { type: "first" };
  const passed = before.findLastIndex(({ isPassed }) => isPassed);
  if (passed === -1) return { type: "failedBefore", runs: before.length };
  const since = runs.slice(passed);
  return { type: "passedBefore", edits: since.filter(({ edit }, index) => index > 0 && edit !== since[index - 1]?.edit).length };
}
