import type { ProviderError } from "../../providers/providerError.ts";
import { insufficientQuota } from "../account/accounts.ts";
import type { Outcome } from "../store/taskStore.ts";

/** A failure with the code `api_error` of the spec's table "Error bodies". Nothing is charged. */
export function failedOutcome(message = "The model failed to generate a response."): Outcome {
  return { status: "failed", cost: 0, files: [], error: { code: "api_error", message } };
}

/** The failure of a task that its account cannot pay. */
export function quotaOutcome(): Outcome {
  const { code, message } = insufficientQuota();
  return { status: "failed", cost: 0, files: [], error: { code, message } };
}

export function outcomeOfError(error: ProviderError): Outcome {
  const { code, message, param, retryAfter } = error;
  return {
    status: "failed",
    cost: 0,
    files: [],
    error: { code, message, param },
    ...(code === "rate_limit_exceeded" ? { retryAfter } : {}),
  };
}
