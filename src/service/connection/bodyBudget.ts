/** Limits the memory for requests: each is held several times while it is read, stored and sent to a provider. */
import { ApiError } from "../apiError.ts";

export interface BodyLimits {
  /** Bytes of the requests of one account that are in memory at the same time. A single request is always allowed. */
  perAccount: number;
  /** The same for all accounts. */
  total: number;
}

export interface BodyBudget {
  enter(account: string): BodyShare;
}

/** The part of the budget that one request uses. */
export interface BodyShare {
  /** Throws `rate_limit_exceeded`, or 503 if the service is at its own limit, and then adds nothing. */
  add(bytes: number): void;
  /** Keeps the share until the promise is settled, also after `release`. */
  keepUntil(ended: Promise<unknown>): void;
  release(): void;
}

/** Seconds after which a client may try again. */
const retryAfter = 5;

export function createBodyBudget({ perAccount, total }: BodyLimits): BodyBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    enter(account) {
      let own = 0;
      let isReleased = false;
      let keeping: Promise<unknown> = Promise.resolve();
      const change = (bytes: number) => {
        own += bytes;
        all += bytes;
        const left = (held.get(account) ?? 0) + bytes;
        if (left === 0) held.delete(account);
        else held.set(account, left);
      };
      return {
        add(bytes) {
          if (isReleased) return;
          const others = (held.get(account) ?? 0) - own;
          if (others > 0 && others + own + bytes > perAccount) throw busy("rate_limit_exceeded", 429, "This key has");
          if (all - own > 0 && all + bytes > total) throw busy("api_error", 503, "The service has");
          change(bytes);
        },
        keepUntil(ended) {
          keeping = ended.catch(() => undefined);
        },
        release() {
          isReleased = true;
          void keeping.then(() => change(-own));
        },
      };
    },
  };
}

/** The rest of the body is discarded while it arrives: a client whose connection was closed could not read the error. */
function busy(code: "rate_limit_exceeded" | "api_error", status: number, who: string): ApiError {
  return new ApiError({
    code,
    status,
    message: `${who} as many large requests in memory as allowed. Retry later.`,
    headers: { "retry-after": String(retryAfter) },
  });
}
