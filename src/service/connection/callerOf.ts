import type { Context } from "hono";
import { type Caller, invalidKey } from "../account/accounts.ts";
import type { RouteEnvironment } from "./bindings.ts";

/** The owner of the request's key. Throws `invalid_api_key` if there is none. */
export function callerOf({ env: { caller } }: Context<RouteEnvironment>): Caller {
  if (caller === undefined) throw invalidKey();
  return caller;
}
