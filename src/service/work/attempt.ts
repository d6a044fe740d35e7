import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";

/** Maximum number of attempts with one model. */
const attempts = 4;
/** Milliseconds. If a provider requires a longer wait, it is not tried again. */
const longestWait = 60_000;

export interface AttemptOptions<Result> {
  /** The request's model, and the fallbacks to try if it refuses the request. */
  models: readonly CatalogueModel[];
  request: GenerationRequest;
  signal: AbortSignal;
  /** Called and awaited before each attempt. If it rejects, no further attempt is made. */
  onSend(model: CatalogueModel): Promise<void>;
  /** Called and awaited when a provider has certainly not accepted the request. `error` is undefined if the request was not sent at all. */
  onRefused(model: CatalogueModel, error: ProviderError | undefined): Promise<void>;
  send(model: CatalogueModel): Promise<Result>;
}

/**
 * Sends a request until a provider accepts it. A request is only sent again if it was certainly not accepted: to the same provider if that
 * may help soon, such as after a refused connection or a 429, and then to the next model. Rejects with a ProviderError, after an abort, or
 * if `onSend` or `onRefused` rejects.
 */
export async function attempt<Result>(options: AttemptOptions<Result>): Promise<Result> {
  const { models, request, signal } = options;
  let error: ProviderError | undefined;
  for (const model of models) {
    for (let number = 1; ; number += 1) {
      await options.onSend(model);
      if (signal.aborted) await options.onRefused(model, undefined);
      signal.throwIfAborted();
      try {
        return await options.send(model);
      } catch (thrown) {
        signal.throwIfAborted();
        error = readProviderError(model.provider, request, thrown);
        if (error.acceptance === "maybe") throw error;
        await options.onRefused(model, error);
        // The request itself is invalid, so no other model is tried.
        if (error.code === "invalid_request") throw error;
        const wait = error.retryAfter;
        if (wait === undefined || wait > longestWait || number >= (error.attempts ?? attempts)) break;
        await sleep(wait * (1 + Math.random() * 0.2), undefined, { signal });
      }
    }
  }
  throw error ?? new ProviderError({ code: "api_error", acceptance: "refused", message: "No model could take the request." });
}
