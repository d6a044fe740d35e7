/** Limits how many texts are answered at the same time. */
import { rateLimitExceeded } from "../account/accounts.ts";
import { ApiError } from "../apiError.ts";
import type { StreamLimits } from "../settings/settings.ts";

/**
 * Counts one more stream, and returns a function that removes it from the count. Throws `rate_limit_exceeded`, or 503 if the service is at
 * its own limit.
 */
export type EnterStream = (account: string) => () => void;

/** Seconds after which a client may try again. */
const retryAfter = 5;

export function createStreamLimit({ perAccount, total }: StreamLimits): EnterStream {
  const open = new Map<string, number>();
  let all = 0;
  return (account) => {
    const own = open.get(account) ?? 0;
    if (perAccount > 0 && own >= perAccount) throw rateLimitExceeded(retryAfter);
    if (total > 0 && all >= total) throw busy();
    open.set(account, own + 1);
    all += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      all -= 1;
      const left = (open.get(account) ?? 1) - 1;
      if (left === 0) open.delete(account);
      else open.set(account, left);
    };
  };
}

function busy(): ApiError {
  return new ApiError({
    code: "api_error",
    status: 503,
    message: "The service answers as many texts as it can. Retry later.",
    headers: { "retry-after": String(retryAfter) },
  });
}
