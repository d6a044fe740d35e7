/** Headers that are added to every request to a provider for one task, whichever package sends it. */
import { AsyncLocalStorage } from "node:async_hooks";

type RequestHeaders = Readonly<Record<string, string>>;

const carried = new AsyncLocalStorage<RequestHeaders>();

/** Adds these headers to what `call` sends to the provider's own origin. Headers of the package have precedence. */
export function withRequestHeaders<Result>(headers: RequestHeaders, call: () => Promise<Result>): Promise<Result> {
  return carried.run(headers, call);
}

export function carriedHeaders(): RequestHeaders {
  return carried.getStore() ?? {};
}
