/** Headers that every request carries which is sent to a provider on behalf of one task, whichever package sends it. */
import { AsyncLocalStorage } from "node:async_hooks";

type RequestHeaders = Readonly<Record<string, string>>;

const carried = new AsyncLocalStorage<RequestHeaders>();

/** What `call` sends to the provider's own origin carries these headers; those of the package go before them. */
export function withRequestHeaders<Result>(headers: RequestHeaders, call: () => Promise<Result>): Promise<Result> {
  return carried.run(headers, call);
}

export function carriedHeaders(): RequestHeaders {
  return carried.getStore() ?? {};
}
