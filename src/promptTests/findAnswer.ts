/** Finds the answer to a request: in the cache, among those of the run, or by sending it to the model. */

import type { WireRequest } from "../contract/wireRequest.ts";
import type { TestedAnswer } from "../prompt/assertions/testedAnswer.ts";
import { type AnswerCache, type CacheKey, nameAnswer } from "./answerCache.ts";
import { type Asked, askModel } from "./askModel.ts";
import type { Budget } from "./budget.ts";

export interface AnswerSource {
  cache: AnswerCache;
  /** The service that answers. */
  service: string;
}

export interface AskOptions extends AnswerSource {
  asked: Asked;
  /** cacheFirst: only sends what is not in the cache; cacheOnly: sends nothing; askAll: sends everything. */
  use: "cacheFirst" | "cacheOnly" | "askAll";
  budget: Budget;
  signal: AbortSignal;
}

/** A request of a run. */
export interface Question extends Omit<CacheKey, "service"> {
  model: string;
  /** false: the test asserts the latency, which a cached answer does not have. */
  takesCached: boolean;
  /** Builds the request to send, if `request` is only a placeholder. Throws ServiceError. */
  complete?: (signal: AbortSignal) => Promise<WireRequest | Unasked>;
}

/** A request that could not be built, and so was not sent. */
interface Unasked {
  /** One sentence. */
  fault: string;
}

/** By name: answers already requested in the run, so that the same request is sent once. */
export type Asking = Map<string, Promise<TestedAnswer | Unasked>>;

export type FoundAnswer =
  | { type: "answer"; answer: TestedAnswer; isCached: boolean }
  | ({ type: "unasked" } & Unasked)
  /** Nothing was sent: it might exceed the cost limit, or the cache has no answer. */
  | { type: "notRun"; because: "cost" | "notCached" };

/** Throws ServiceError if the model does not answer. */
export async function findAnswer(question: Question, options: AskOptions, asking: Asking): Promise<FoundAnswer> {
  const cached = options.use === "askAll" ? undefined : await readCached(question, options);
  if (cached !== undefined) return { type: "answer", answer: cached, isCached: true };
  if (options.use === "cacheOnly") return { type: "notRun", because: "notCached" };
  const name = nameQuestion(question, options);
  const shared = asking.get(name);
  if (shared !== undefined) return foundOf(await shared, true);
  if (!options.budget.allows(question.model)) return { type: "notRun", because: "cost" };
  const answering = ask(question, options);
  asking.set(name, answering);
  return foundOf(await answering, false);
}

function foundOf(answer: TestedAnswer | Unasked, isCached: boolean): FoundAnswer {
  return "fault" in answer ? { type: "unasked", fault: answer.fault } : { type: "answer", answer, isCached };
}

export async function readCached(question: Question, { cache, service }: AnswerSource): Promise<TestedAnswer | undefined> {
  return question.takesCached ? cache.read(keyOf(question, service)) : undefined;
}

/** The same for questions that share an answer. */
export function nameQuestion(question: Question, { service }: Pick<AnswerSource, "service">): string {
  return nameAnswer(keyOf(question, service));
}

async function ask(question: Question, { asked, cache, service, budget, signal }: AskOptions): Promise<TestedAnswer | Unasked> {
  const request = question.complete === undefined ? question.request : await question.complete(signal);
  if ("fault" in request) return request;
  const answer = await askModel(asked, request, signal);
  budget.add(question.model, answer.cost ?? 0);
  await cache.write(keyOf(question, service), answer);
  return answer;
}

function keyOf({ request, repetition }: Question, service: string): CacheKey {
  return { service, request, repetition };
}
