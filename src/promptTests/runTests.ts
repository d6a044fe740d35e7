/** Runs tests: takes answers from the cache or asks the models for them, and judges each. */
import { ServiceError } from "../client/serviceError.ts";
import { judgeAnswer, type TestedAnswer, type Verdict } from "../prompt/tests/judgeAnswer.ts";
import type { Assertion } from "../prompt/tests/readTests.ts";
import { type AnswerCache, type CacheKey, nameAnswer } from "./answerCache.ts";
import { type Asked, askModel } from "./askModel.ts";
import type { Budget } from "./budget.ts";
import { isHopeless } from "./isHopeless.ts";
import { matchRegularExpression } from "./matchRegularExpression.ts";
import type { PlannedTest } from "./planTests.ts";

/** One of the requests of a case with one model. */
export interface Repetition<Planned extends PlannedTest = PlannedTest> {
  planned: Planned;
  /** From 0. */
  index: number;
}

interface UnmetAssertion {
  assertion: Assertion;
  verdict: Verdict;
}

/** What became of a repetition. */
export type RepetitionEnd =
  | { type: "judged"; answer: TestedAnswer; isCached: boolean; unmet: readonly UnmetAssertion[] }
  /** There is no answer. With the kind `aborted` the request was sent, and may be billed. */
  | { type: "error"; error: ServiceError }
  /** Nothing was sent: the run was stopped, no request would go better, it could cost too much, or the cache has no answer. */
  | { type: "notRun"; because: "stopped" | "hopeless" | "cost" | "notCached" };

export interface AnswerSource {
  cache: AnswerCache;
  /** Which service answers. */
  service: string;
}

export interface RunOptions<One extends Repetition> extends AnswerSource {
  asked: Asked;
  /** cacheFirst: what the cache has is not sent; cacheOnly: nothing is sent; askAll: everything is. */
  use: "cacheFirst" | "cacheOnly" | "askAll";
  budget: Budget;
  /** Requests at once. */
  atOnce: number;
  signal: AbortSignal;
  onStart?: (repetition: One) => void;
  onEnd: (repetition: One, end: RepetitionEnd) => void;
}

/** Answers that a run has asked for, by name: cases with the same request share one. */
type Asking = Map<string, Promise<TestedAnswer>>;

/** Each request is sent once at most, whatever becomes of it. Resolves when all repetitions are over. */
export async function runTests<One extends Repetition>(repetitions: readonly One[], options: RunOptions<One>): Promise<void> {
  const { signal, onStart, onEnd } = options;
  const asking: Asking = new Map();
  let isHopelessNow = false;
  const waiting = repetitions.values();
  const work = async () => {
    for (const repetition of waiting) {
      if (signal.aborted || isHopelessNow) {
        onEnd(repetition, { type: "notRun", because: signal.aborted ? "stopped" : "hopeless" });
        continue;
      }
      onStart?.(repetition);
      const end = await runRepetition(repetition, options, asking);
      isHopelessNow ||= end.type === "error" && isHopeless(end.error);
      onEnd(repetition, end);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
}

async function runRepetition<One extends Repetition>(repetition: One, options: RunOptions<One>, asking: Asking): Promise<RepetitionEnd> {
  const { planned } = repetition;
  try {
    const found = await findAnswer(repetition, options, asking);
    if (found.type !== "answer") return found;
    const judged = planned.test.assertions.map((assertion) => ({
      assertion,
      verdict: judgeAnswer(assertion, found.answer, { vars: planned.vars, matches: matchRegularExpression }),
    }));
    const unmet = judged.filter(({ verdict }) => !verdict.isPassed);
    return { type: "judged", answer: found.answer, isCached: found.isCached, unmet };
  } catch (error) {
    if (error instanceof ServiceError) return { type: "error", error };
    throw error;
  }
}

type Found = { type: "answer"; answer: TestedAnswer; isCached: boolean } | Extract<RepetitionEnd, { type: "notRun" }>;

async function findAnswer<One extends Repetition>(repetition: One, options: RunOptions<One>, asking: Asking): Promise<Found> {
  const { planned } = repetition;
  const cached = options.use === "askAll" ? undefined : await readCached(repetition, options);
  if (cached !== undefined) return { type: "answer", answer: cached, isCached: true };
  if (options.use === "cacheOnly") return { type: "notRun", because: "notCached" };
  const name = nameRequest(repetition, options);
  const shared = asking.get(name);
  if (shared !== undefined) return { type: "answer", answer: await shared, isCached: true };
  if (!options.budget.allows(planned.model)) return { type: "notRun", because: "cost" };
  const answering = ask(repetition, options);
  asking.set(name, answering);
  return { type: "answer", answer: await answering, isCached: false };
}

async function ask<One extends Repetition>(repetition: One, options: RunOptions<One>): Promise<TestedAnswer> {
  const { asked, cache, service, budget, signal } = options;
  const answer = await askModel(asked, repetition.planned.request, signal);
  budget.add(repetition.planned.model, answer.cost ?? 0);
  await cache.write(keyOf(repetition, service), answer);
  return answer;
}

/** An answer whose time is asserted is never taken from the cache. */
export async function readCached(repetition: Repetition, { cache, service }: AnswerSource): Promise<TestedAnswer | undefined> {
  const isTimed = repetition.planned.test.assertions.some(({ name }) => name === "latency");
  return isTimed ? undefined : cache.read(keyOf(repetition, service));
}

/** The same for repetitions that one answer serves. */
export function nameRequest(repetition: Repetition, { service }: Pick<AnswerSource, "service">): string {
  return nameAnswer(keyOf(repetition, service));
}

function keyOf({ planned, index }: Repetition, service: string): CacheKey {
  return { service, request: planned.request, repetition: index };
}

/** All repetitions, those of one test after each other. */
export function repetitionsOf<Planned extends PlannedTest>(planned: readonly Planned[]): Repetition<Planned>[] {
  return planned.flatMap((one) => Array.from({ length: one.test.repeat }, (_, index) => ({ planned: one, index })));
}
