import type { Context } from "hono";
import type { RouteEnvironment } from "../service.ts";

/** Scheme, host and port that the client used, also behind a trusted proxy. */
export function originOf(context: Context<RouteEnvironment>): string {
  return context.env?.origin ?? new URL(context.req.url).origin;
}
