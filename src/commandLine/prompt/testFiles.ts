/** Tests prompt documents: asks the models, judges the answers and reports. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../client/createServiceClient.ts";
import { openAnswerCache } from "../../promptTests/answerCache.ts";
import { createBudget } from "../../promptTests/budget.ts";
import { type RepetitionEnd, repetitionsOf, runTests } from "../../promptTests/runTests.ts";
import { openTasks } from "../../tasks/openTasks.ts";
import { expandNames } from "./checkFiles.ts";
import type { ValueOptions } from "./fetchAllowed.ts";
import { type FileTest, planFile } from "./planFile.ts";
import { type ReachOptions, reachService } from "./reachService.ts";
import { type Reporter, writeReport } from "./testReport.ts";
import { summarizeTest, type TestResult } from "./testResult.ts";

export interface TestFilesOptions extends ReachOptions, ValueOptions {
  /** In place of those of the documents, unless empty. */
  models: readonly string[];
  cacheFolder: string | undefined;
  /** Stops before it is exceeded, as far as the costs of earlier answers show it. In units of the balance. */
  maxCost: number | undefined;
  reporter: Reporter;
  signal: AbortSignal;
  /** Receives the report. */
  write(text: string): void;
}

/** Requests at once. With a limit of the costs, each waits for what the one before it cost. */
const simultaneous = 4;

/** 0: all passed; 1: not; 130: stopped by the signal. */
export async function testFiles(names: readonly string[], options: TestFilesOptions): Promise<number> {
  const plans = [];
  for (const file of new Set(names.flatMap(expandNames))) plans.push(await planFile(file, options.models, options));
  const planned = plans.flatMap((plan) => plan ?? []);
  if (planned.length === 0 && !plans.includes(undefined)) options.report("error: There are no tests.");
  if (planned.length === 0 || plans.includes(undefined)) return 1;
  const service = await reachService(options);
  if (service === undefined) return 1;
  const { baseUrl, key, isOwn } = service;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const client = createServiceClient({ baseUrl, key: async () => key });
  const tasks = await openTasks({ folder, client: async () => client });
  const budget = createBudget(options.maxCost);
  const ends = new Map(planned.map((one): [FileTest, RepetitionEnd[]] => [one, []]));
  try {
    await runTests(repetitionsOf(planned), {
      asked: { client, tasks, baseUrl, folder },
      cache: openAnswerCache(options.cacheFolder),
      service: isOwn ? "built-in" : baseUrl,
      use: "cacheFirst",
      budget,
      atOnce: options.maxCost === undefined ? simultaneous : 1,
      signal: options.signal,
      onEnd: (repetition, end) => ends.get(repetition.planned)?.push(end),
    });
    if (budget.isOver()) options.report(`The tests stopped: the next request could exceed --max-cost ${options.maxCost}.`);
    const results: TestResult[] = [...ends].map(([one, its]) => summarizeTest(one, its));
    options.write(writeReport(options.reporter, results));
    if (options.signal.aborted) return 130;
    return results.every(({ state }) => state === "passed") ? 0 : 1;
  } finally {
    await tasks.close();
    await client.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
