/** Tests prompt documents: sends requests to models, judges the answers and reports. */
import { access, constants, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../client/createServiceClient.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { kinds } from "../../contract/kind.ts";
import type { ModelFact } from "../../prompt/facts.ts";
import { openAnswerCache } from "../../promptTests/answerCache.ts";
import { createBudget } from "../../promptTests/budget.ts";
import { repetitionsOf } from "../../promptTests/repetition.ts";
import { type RepetitionEnd, runTests } from "../../promptTests/runTests.ts";
import { openTasks } from "../../tasks/openTasks.ts";
import { findFiles } from "./checkFiles.ts";
import type { ValueOptions } from "./fetchAllowed.ts";
import { type FileTest, needsCatalogue, planFile, readTestedFile, type TestedFile } from "./planFile.ts";
import { type ReachedService, type ReachOptions, reachService } from "./reachService.ts";
import { readAllowed } from "./readAllowed.ts";
import { type Reporter, writeReport } from "./testReport.ts";
import { summarizeTest, type TestResult } from "./testResult.ts";

export interface TestFilesOptions extends ReachOptions, ValueOptions {
  /** Used instead of the documents' models, unless empty. */
  models: readonly string[];
  cacheFolder: string | undefined;
  /** Stops before the costs exceed this, as far as earlier answers allow an estimate. In units of the balance. */
  maxCost: number | undefined;
  reporter: Reporter;
  signal: AbortSignal;
  /** Receives the report. */
  write(text: string): void;
}

/** How many requests are sent at once. With a cost limit, each waits for the cost of the previous one. */
const simultaneous = 4;

/** Returns 0 if all passed, 1 if not, 130 if the signal fired. */
export async function testFiles(names: readonly string[], options: TestFilesOptions): Promise<number> {
  const found = findFiles(names, options.report);
  const read = [];
  for (const file of found.files) read.push(await readTestedFile(file, options));
  const files = read.flatMap((one) => one ?? []);
  if (found.missing > 0 || read.includes(undefined)) return 1;
  if (files.every(({ tests }) => tests.length === 0)) {
    options.report("error: There are no tests.");
    return 1;
  }
  if (!(await prepareCache(options))) return 1;
  const service = await reachService(options);
  if (service === undefined) return 1;
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  try {
    return await runFiles(files, { service, client, options });
  } finally {
    await client.close();
    await service.close();
  }
}

/** Whether answers can be stored, so that none is paid for and then lost. */
async function prepareCache({ cacheFolder, report }: TestFilesOptions): Promise<boolean> {
  if (cacheFolder === undefined) return true;
  try {
    await mkdir(cacheFolder, { recursive: true });
    await access(cacheFolder, constants.W_OK);
    return true;
  } catch (error) {
    report(`error: ${describeUnkept(cacheFolder, error)}`);
    return false;
  }
}

function describeUnkept(folder: string, error: unknown): string {
  return `Answers cannot be kept in ${folder}: ${error instanceof Error ? error.message : String(error)}`;
}

interface Parts {
  service: ReachedService;
  client: ServiceClient;
  options: TestFilesOptions;
}

async function runFiles(files: readonly TestedFile[], { service, client, options }: Parts): Promise<number> {
  const { models, report } = options;
  const known = files.some((file) => needsCatalogue(file, models)) ? await listModels(client) : undefined;
  const plans = files.map((file) => planFile(file, { models, known, report }));
  const planned = plans.flatMap((plan) => plan ?? []);
  if (planned.length === 0 && !plans.includes(undefined)) report("error: There are no tests.");
  if (planned.length === 0 || plans.includes(undefined)) return 1;
  const { baseUrl, isOwn } = service;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const tasks = await openTasks({ folder, client: async () => client });
  const soundFolder = options.cacheFolder && path.resolve(options.cacheFolder, "sounds");
  const budget = createBudget(options.maxCost);
  const ends = new Map(planned.map((one): [FileTest, RepetitionEnd[]] => [one, []]));
  try {
    await runTests(repetitionsOf(planned), {
      asked: { client, tasks, baseUrl, folder, soundFolder },
      cache: openAnswerCache(options.cacheFolder, (error) => report(`warning: ${describeUnkept(options.cacheFolder ?? "", error)}`)),
      service: isOwn ? "built-in" : baseUrl,
      use: "cacheFirst",
      budget,
      readExpected: ({ file }, address) => readAllowed(file, address, options),
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
    await rm(folder, { recursive: true, force: true });
  }
}

/** undefined: the service does not list its models; their names are used instead. */
async function listModels(client: ServiceClient): Promise<ModelFact[] | undefined> {
  const models = await client.listModels().catch(() => undefined);
  return models?.flatMap(({ id, capabilities }) => {
    const made = capabilities?.kinds;
    return made === undefined
      ? []
      : [{ id, abilities: Object.fromEntries(kinds.map((kind) => [kind, made.includes(kind) ? "yes" : "no"])) }];
  });
}
