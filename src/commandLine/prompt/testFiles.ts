/** Tests prompt documents: sends requests to models, judges the answers and reports. */
import { access, constants, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../client/createServiceClient.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { errorText } from "../../contract/errorText.ts";
import { openTasks } from "../../generations/openTasks.ts";
import { fillValue } from "../../prompt/testing/fillValue.ts";
import { openAnswerCache } from "../../promptTests/answerCache.ts";
import { createBudget } from "../../promptTests/budget.ts";
import { comparesFiles, repetitionsOf } from "../../promptTests/repetition.ts";
import { type RepetitionEnd, runTests } from "../../promptTests/runTests.ts";
import { findFiles } from "./checkDocuments.ts";
import { compareResults, type EarlierResults } from "./compareResults.ts";
import { readAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { listModels } from "./listModels.ts";
import { needsCatalogue, planFile, readTestedFile, type TestedDocument } from "./planFile.ts";
import { type ReachedService, type ReachOptions, reachService } from "./reachService.ts";
import { type Reporter, writeReport } from "./testReport.ts";
import { type FileTest, summarizeTest, type TestResult, unplanned } from "./testResult.ts";

export interface TestFilesOptions extends ReachOptions, ValueOptions {
  /** Used instead of the documents' models, unless empty. */
  models: readonly string[];
  cacheFolder: string | undefined;
  /** Stops before the costs exceed this, as far as earlier answers allow an estimate. In units of the balance. */
  maxCost: number | undefined;
  reporter: Reporter;
  /** The file for the report; undefined: it is written with `write`. */
  output: string | undefined;
  /** Results to compare with: the comparison is written instead of the report. */
  earlier: EarlierResults | undefined;
  /** The unit of costs. */
  unit: string;
  signal: AbortSignal;
  /** Receives the report or the comparison. */
  write(text: string): void;
}

/** How many requests are sent at once. With a cost limit, each waits for the cost of the previous one. */
const simultaneous = 4;

/** Returns 0 if all passed, otherwise 1. A document with an error does not keep the others from being tested and reported. */
export async function testFiles(names: readonly string[], options: TestFilesOptions): Promise<number> {
  const { report } = options;
  if (!(await prepareReport(options))) return 1;
  const missing: TestResult[] = [];
  const { files } = findFiles(names, (line, name) => {
    report(line);
    missing.push(unplanned(name, undefined, [line]));
  });
  const read = [];
  for (const { file, folders } of files) read.push(await readTestedFile(file, { ...options, folders }));
  const tested = read.filter((one) => "document" in one);
  const invalid = [...missing, ...read.filter((one) => "state" in one)];
  if (tested.every(({ tests }) => tests.length === 0)) {
    const failed = [...invalid, ...tested.flatMap((one) => one.failed)];
    if (failed.length === 0) report("error: There are no tests.");
    return finish(failed, options);
  }
  const run = await runWithService(tested, options).catch((error: unknown) => {
    report(`error: ${errorText(error)}`);
    return undefined;
  });
  if (run !== undefined) return finish([...invalid, ...run], options);
  const reason = "error: The tests were not run.";
  return finish([...invalid, ...tested.flatMap(({ file, failed }) => [...failed, unplanned(file, undefined, [reason])])], options);
}

async function finish(results: readonly TestResult[], options: TestFilesOptions): Promise<number> {
  const { reporter, output, earlier, write, unit } = options;
  const report = writeReport(reporter, results, unit);
  if (earlier !== undefined) write(compareResults(earlier, results, unit));
  else if (output === undefined) write(report);
  if (output !== undefined) {
    const reason = await writeFile(output, report).then(() => undefined, errorText);
    if (reason !== undefined) {
      options.report(describeUnwritten(reason));
      write(report);
      return 1;
    }
  }
  return results.length > 0 && results.every(({ state }) => state === "passed") ? 0 : 1;
}

/** undefined: nothing was run, and the reason was reported. */
async function runWithService(files: readonly TestedDocument[], options: TestFilesOptions): Promise<TestResult[] | undefined> {
  if (!(await prepareCache(options))) return undefined;
  const service = await reachService(options);
  if (service === undefined) return undefined;
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  try {
    return await runFiles(files, { service, client, options });
  } finally {
    await client.close();
    await service.close();
  }
}

/** Whether the report can be written, so that no answer is paid for and then not reported. */
async function prepareReport({ output, report }: TestFilesOptions): Promise<boolean> {
  if (output === undefined) return true;
  try {
    await (await open(output, "a")).close();
    return true;
  } catch (error) {
    report(describeUnwritten(errorText(error)));
    return false;
  }
}

const describeUnwritten = (reason: string) => `error: The report cannot be written: ${reason}`;

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
  return `Answers cannot be kept in ${folder}: ${errorText(error)}`;
}

interface Parts {
  service: ReachedService;
  client: ServiceClient;
  options: TestFilesOptions;
}

async function runFiles(files: readonly TestedDocument[], { service, client, options }: Parts): Promise<TestResult[]> {
  const { models, report } = options;
  const known = files.some((file) => needsCatalogue(file, models)) ? await listModels(client).catch(() => undefined) : undefined;
  const plans = files.map((file) => planFile(file, { models, known, report }));
  const checked = await Promise.all(plans.flatMap((plan) => plan.planned).map((one) => checkExpected(one, options)));
  const planned = checked.filter((one) => "locate" in one);
  const failed = [...plans.flatMap((plan) => plan.failed), ...checked.filter((one) => "state" in one)];
  if (planned.length === 0 && failed.length === 0) report("error: There are no tests.");
  if (planned.length === 0) return failed;
  const { baseUrl, isOwn } = service;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const tasks = await openTasks({ folder, client: async () => client });
  const answers = options.cacheFolder === undefined ? folder : path.resolve(options.cacheFolder, "files");
  const budget = createBudget(options.maxCost);
  const ends = new Map(planned.map((one): [FileTest, RepetitionEnd[]] => [one, []]));
  try {
    await runTests(repetitionsOf(planned), {
      asked: { generations: tasks, baseUrl, folder: answers },
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
    return [...failed, ...[...ends].map(([one, its]) => summarizeTest(one, its, isOwn))];
  } finally {
    await tasks.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file to compare with that cannot be read is reported before anything is paid. */
async function checkExpected(planned: FileTest, options: TestFilesOptions): Promise<FileTest | TestResult> {
  const { file, test, model, vars, supplied, locate } = planned;
  const reasons: string[] = [];
  for (const assertion of test.assertions.filter(comparesFiles)) {
    const address = fillValue(assertion.value, vars, supplied);
    if (typeof address !== "string" || (await readAllowed(file, address, options)) !== undefined) continue;
    const reason = `${locate(assertion.range.start)}: error: The file \`${address}\` cannot be read.`;
    reasons.push(reason);
    options.report(reason);
  }
  return reasons.length === 0 ? planned : { ...unplanned(file, test.name, reasons), model };
}
