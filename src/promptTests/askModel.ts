/** Sends the request of a test to a model. */
import { abortedError } from "../client/http/pause.ts";
import { whyPartial } from "../client/responses/cutOff.ts";
import { ServiceError } from "../client/serviceError.ts";
import { responseSources } from "../contract/responseText.ts";
import type { WireRequest } from "../contract/wireRequest.ts";
import type { GenerationEnd, GenerationStarter } from "../generations/generation.ts";
import type { TestedAnswer } from "../prompt/assertions/testedAnswer.ts";
import { measureFile } from "./files/measureFile.ts";

export interface Asked {
  generations: GenerationStarter;
  baseUrl: string;
  /** The folder for the files of answers, which a judge or a transcriber may need in a later run. */
  folder: string;
}

/** Throws ServiceError if there is no answer: `aborted` if the signal fires; `maybeAccepted` says whether the request was sent by then. */
export async function askModel(asked: Asked, request: WireRequest, signal: AbortSignal): Promise<TestedAnswer> {
  if (signal.aborted) throw abortedError();
  const { generations, baseUrl, folder } = asked;
  const start = performance.now();
  const generation = await generations.start(request, { baseUrl, target: { folder, pattern: "answer-{n}" }, signal });
  const end = await generation.end;
  const latency = Math.round(performance.now() - start);
  requireAnswer(end, signal);
  const files = await Promise.all((end.task?.artifacts ?? []).flatMap(({ path }) => (path === undefined ? [] : [measureFile(path)])));
  return {
    text: end.text,
    isRefused: end.outcome === "refused",
    incomplete: whyPartial(end)?.message,
    cost: end.cost,
    tokens: end.tokens,
    citations: responseSources(end.response).map(({ url }) => url),
    files,
    latency,
    took: latency,
  };
}

function requireAnswer({ outcome, error, maybeAccepted }: GenerationEnd, signal: AbortSignal): void {
  const isMissing = outcome === "failed" || outcome === "truncated";
  if (outcome === "aborted" || (isMissing && signal.aborted)) throw abortedError({ maybeAccepted });
  if (isMissing) throw error ?? new ServiceError({ kind: "unknown", message: "There is no answer." });
}
