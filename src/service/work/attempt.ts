import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";

/** Attempts with one model. */
const attempts = 4;
/** Milliseconds. A provider that asks for more is not waited for. */
const longestWait = 60_000;

export interface AttemptOptions<Result> {
  /** The request's model, and those that may take what it refuses. */
  models: readonly CatalogueModel[];
  request: GenerationRequest;
  signal: AbortSignal;
  /** Called before each attempt, and waited for; its rejection ends them all. */
  onSend(model: CatalogueModel): Promise<void>;
  /** Called when a provider has certainly not accepted the request, and waited for. Without an error it was not sent at all. */
  onRefused(model: CatalogueModel, error: ProviderError | undefined): Promise<void>;
  send(model: CatalogueModel): Promise<Result>;
}

/**
 * Sends a request until a provider accepts it. Only what was certainly not accepted is sent again: to the same provider where a connection or a
 * 429 refused it, and then to the next model. Rejects with a ProviderError, or the signal's reason.
 */
export async function attempt<Result>(options: AttemptOptions<Result>): Promise<Result> {
  const { models, request, signal } = options;
  let error: ProviderError | undefined;
  for (const model of models) {
    for (let number = 1; number <= attempts; number += 1) {
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
        // The request itself is at fault: another model is not asked to guess.
        if (error.code === "invalid_request") throw error;
        const wait = error.retryAfter;
        if (wait === undefined || wait > longestWait || number === attempts) break;
        await sleep(wait * (1 + Math.random() * 0.2), undefined, { signal });
      }
    }
  }
  throw error ?? new ProviderError({ code: "api_error", acceptance: "refused", message: "No model could take the request." });
}
