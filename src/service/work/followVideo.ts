/** Follows the provider's work on a video until it is finished. */
import { setTimeout as sleep } from "node:timers/promises";
import type { JSONValue } from "@ai-sdk/provider";
import { cancelOperation, pollVideo } from "../../providers/generateMedia.ts";
import { type GeneratedMedia, type LinkedResult, readLinkedResult } from "../../providers/mediaAnswer.ts";
import { afterAcceptance, type ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { observeCall } from "../observing/observeCall.ts";
import type { Cause } from "../observing/observer.ts";
import { TaskDeleted, type TaskRunnerParts } from "./taskRunnerParts.ts";

/** Milliseconds between two polls for a video: at first, and at most. */
const firstPoll = 250;
const longestPoll = 10_000;

export interface FollowOptions {
  request: GenerationRequest;
  cause: Cause;
  signal: AbortSignal;
}

/** Polls until the video is finished: its files, or the links to them. Continues after temporary errors, because polling costs nothing, but after at most 20 in a row. */
export async function followVideo(
  parts: TaskRunnerParts,
  options: FollowOptions,
  model: CatalogueModel,
  operation: JSONValue,
): Promise<GeneratedMedia | LinkedResult> {
  const { signal, request, cause } = options;
  const { provider, model: made } = model;
  let errors = 0;
  for (let wait = firstPoll; ; wait = Math.min(wait * 1.5, longestPoll)) {
    await sleep(wait, undefined, { signal }).catch(() => cancelDeleted(parts, options, model, operation, signal.reason));
    try {
      const call = () => pollVideo(provider, made, operation, { request, signal });
      const state = await observeCall({ cause, provider, model: made, request, type: "poll", signal, call });
      if (state.type === "made") return state.media;
      if (state.type === "linked") return state.result;
      errors = 0;
    } catch (thrown) {
      if (signal.aborted) await cancelDeleted(parts, options, model, operation, signal.reason);
      const error = afterAcceptance(model.provider.name, readProviderError(model.provider, request, thrown));
      errors += 1;
      if (!isPassing(error) || errors > 20) throw error;
      parts.log?.(`the state of a video could not be read: ${error.code}`);
    }
  }
}

/** Throws the reason of an abort. Before, it stops the provider's work, an image or a video, on a deleted task. A closing service leaves it to the next one. */
export async function cancelDeleted(
  parts: TaskRunnerParts,
  { cause, request }: FollowOptions,
  { provider, model }: CatalogueModel,
  operation: JSONValue,
  reason: unknown,
): Promise<never> {
  if (reason instanceof TaskDeleted && readLinkedResult(operation) === undefined) {
    const call = () => cancelOperation(provider, model, request.kind, operation);
    await observeCall({ cause, provider, model, request, type: "cancel", call }).catch(() =>
      parts.log?.(`${provider.name} did not cancel its work`),
    );
  }
  throw reason;
}

/** Whether an error is temporary, so that the video may still be finished. */
function isPassing(error: ProviderError): boolean {
  return error.retryAfter !== undefined || error.code === "timeout" || /broke off|HTTP 5\d\d/.test(error.message);
}
