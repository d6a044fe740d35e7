import type { RequestSecrets } from "../../network/redactText.ts";
import type { ResponseAssembly } from "../../output/responseAssembly.ts";
import { readTaskError } from "../http/readServiceError.ts";
import type { ResponseEnd } from "../serviceClient.ts";
import type { ServiceError } from "../serviceError.ts";

/** How an exchange with `/responses` ended. `error`: the reason, if the service did not end it. `retryAfter`: that of its answer. */
export function readResponseEnd(
  assembly: ResponseAssembly,
  secrets: RequestSecrets,
  { error, retryAfter }: { error?: ServiceError | undefined; retryAfter?: number | undefined } = {},
): ResponseEnd {
  const { outcome } = assembly;
  const response = assembly.response();
  if (outcome !== undefined && outcome !== "failed" && response !== undefined)
    return { outcome, id: response.id, response, error: undefined };
  const arrived = { id: assembly.id ?? error?.taskId, response };
  if (outcome === undefined && error?.kind === "aborted") return { outcome: "aborted", ...arrived, error: undefined };
  if (outcome === undefined && error !== undefined) return { outcome: "truncated", ...arrived, error };
  return { outcome: "failed", ...arrived, error: readTaskError(assembly.error, secrets, assembly.id, retryAfter) };
}
