import type { ProviderError } from "../../providers/providerError.ts";
import { insufficientQuota } from "../account/accounts.ts";
import type { StoredTask } from "../store/storedTask.ts";
import type { TaskOutcome } from "../store/taskStore.ts";

/** A failure with the code `api_error` of the spec's table "Error bodies". Nothing is charged. */
export function failedOutcome(message = "The model failed to generate a response."): TaskOutcome {
  return { status: "failed", cost: 0, files: [], error: { code: "api_error", message } };
}

/** The outcome of a task that was stopped before anything had arrived. v2 has no status for an incomplete text. */
export function cancelledOutcome({ kind, endpoint }: StoredTask): TaskOutcome {
  if (kind !== "text" || endpoint === "v2") return failedOutcome("The request was cancelled.");
  return { status: "incomplete", cost: 0, files: [], output: { items: [], incomplete: "cancelled" } };
}

/** The failure of a task that its account cannot pay. */
export function quotaOutcome(): TaskOutcome {
  const { code, message } = insufficientQuota();
  return { status: "failed", cost: 0, files: [], error: { code, message } };
}

export function outcomeOfError(error: ProviderError): TaskOutcome {
  const { code, message, param, retryAfter } = error;
  return {
    status: "failed",
    cost: 0,
    files: [],
    error: { code, message, param, ...(code === "rate_limit_exceeded" ? { retryAfter } : {}) },
  };
}
