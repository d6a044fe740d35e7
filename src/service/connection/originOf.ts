import type { Context } from "hono";
import type { RouteEnvironment } from "../service.ts";

/** Scheme, host and port that the client used, for the links that it gets. */
export function originOf(context: Context<RouteEnvironment>): string {
  return context.env?.origin ?? new URL(context.req.url).origin;
}
