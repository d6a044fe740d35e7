/** Tests prompt documents: asks the models, judges the answers and reports. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../client/createServiceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { judgeAnswer, type TestedAnswer } from "../../prompt/tests/judgeAnswer.ts";
import { openTasks } from "../../tasks/openTasks.ts";
import { type AnswerCache, openAnswerCache } from "./answerCache.ts";
import { type Asked, askModel } from "./askModel.ts";
import { expandNames } from "./checkFiles.ts";
import type { ValueOptions } from "./fetchAllowed.ts";
import { isHopeless } from "./isHopeless.ts";
import { matchRegularExpression } from "./matchRegularExpression.ts";
import { type PlannedTest, planTests } from "./planTests.ts";
import { type ReachOptions, reachService } from "./reachService.ts";
import { type Reporter, writeReport } from "./testReport.ts";
import type { TestResult } from "./testResult.ts";

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
  for (const file of new Set(names.flatMap(expandNames))) plans.push(await planTests(file, options.models, options));
  const planned = plans.flatMap((plan) => plan ?? []);
  if (planned.length === 0) options.report("error: There are no tests.");
  if (planned.length === 0 || plans.includes(undefined)) return 1;
  const service = await reachService(options);
  if (service === undefined) return 1;
  const { baseUrl, key, isOwn } = service;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const client = createServiceClient({ baseUrl, key: async () => key });
  const tasks = await openTasks({ folder, client: async () => client });
  try {
    const cache = openAnswerCache(options.cacheFolder);
    const asked = { client, tasks, baseUrl, folder };
    const results = await runTests(planned, { asked, cache, service: isOwn ? "built-in" : baseUrl, options });
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

interface Parts {
  asked: Asked;
  cache: AnswerCache;
  /** Which service answers, for the cache. */
  service: string;
  options: TestFilesOptions;
}

async function runTests(planned: readonly PlannedTest[], parts: Parts): Promise<TestResult[]> {
  const { options } = parts;
  const results: TestResult[] = [];
  const costs = createBudget(options.maxCost);
  let next = 0;
  let isHopelessNow = false;
  const work = async () => {
    for (let index = next++; index < planned.length; index = next++) {
      const one = planned[index];
      if (one === undefined) return;
      const run = isHopelessNow || options.signal.aborted ? undefined : await runTest(one, parts, costs);
      isHopelessNow ||= run?.isHopeless ?? false;
      results[index] = run?.result ?? { planned: one, state: "notRun", reasons: [], cost: 0, latency: undefined, cached: 0 };
    }
  };
  await Promise.all(Array.from({ length: options.maxCost === undefined ? simultaneous : 1 }, work));
  if (costs.isOver()) options.report(`The tests stopped: the next request could exceed --max-cost ${options.maxCost}.`);
  return results;
}

/** undefined: it could cost too much. */
async function runTest(
  planned: PlannedTest,
  parts: Parts,
  costs: Budget,
): Promise<{ result: TestResult; isHopeless: boolean } | undefined> {
  const { test, file, locate } = planned;
  const reasons: string[] = [];
  const found: { answer: TestedAnswer; isCached: boolean }[] = [];
  let passed = 0;
  let stopped = false;
  for (let repetition = 0; repetition < test.repeat && !stopped; repetition += 1) {
    try {
      const one = await findAnswer(planned, repetition, parts, costs);
      if (one === undefined) return undefined;
      found.push(one);
      const judged = test.assertions.map((assertion) => ({
        assertion,
        verdict: judgeAnswer(assertion, one.answer, { vars: planned.vars, matches: matchRegularExpression }),
      }));
      if (judged.every(({ verdict }) => verdict.isPassed)) passed += 1;
      for (const { assertion, verdict } of judged) {
        if (!verdict.isPassed) reasons.push(`${file}:${locate(assertion.range.start)}: ${verdict.message}`);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reasons.push(`${file}:${locate(test.range.start)}: ${error.message}`);
      stopped = isHopeless(error) || error.kind === "aborted";
    }
  }
  const isPassed = passed >= test.atLeast;
  const latencies = found.flatMap(({ answer }) => answer.latency ?? []);
  const result: TestResult = {
    planned,
    state: isPassed ? "passed" : "failed",
    reasons: isPassed ? [] : [...new Set(reasons)],
    cost: found.reduce((sum, { answer, isCached }) => sum + (isCached ? 0 : (answer.cost ?? 0)), 0),
    latency: latencies.length === 0 ? undefined : Math.max(...latencies),
    cached: found.filter(({ isCached }) => isCached).length,
  };
  return { result, isHopeless: stopped };
}

/** undefined: it could cost too much. An answer whose time is asserted is never taken from the cache. */
async function findAnswer({ test, request, model }: PlannedTest, repetition: number, parts: Parts, costs: Budget) {
  const { asked, cache, service, options } = parts;
  const key = { service, request, repetition };
  const isTimed = test.assertions.some(({ name }) => name === "latency");
  const cached = isTimed ? undefined : await cache.read(key);
  if (cached !== undefined) return { answer: cached, isCached: true };
  if (!costs.allows(model)) return undefined;
  const answer = await askModel(asked, request, options.signal);
  costs.add(model, answer.cost ?? 0);
  await cache.write(key, answer);
  return { answer, isCached: false };
}

interface Budget {
  /** Whether another answer of a model, as dear as the dearest before it, stays within the limit; the first one where something is left of it. */
  allows(model: string): boolean;
  add(model: string, cost: number): void;
  /** Whether something was not allowed. */
  isOver(): boolean;
}

function createBudget(most: number | undefined): Budget {
  const dearest = new Map<string, number>();
  let spent = 0;
  let isOver = false;
  return {
    allows(model) {
      const cost = dearest.get(model);
      isOver ||= most !== undefined && (cost === undefined ? spent >= most : spent + cost > most);
      return !isOver;
    },
    add(model, cost) {
      spent += cost;
      dearest.set(model, Math.max(dearest.get(model) ?? 0, cost));
    },
    isOver: () => isOver,
  };
}
