import type { Context } from "hono";
import type { RouteEnvironment } from "./bindings.ts";

/** Scheme, host and port that the client used, also behind a trusted proxy. */
export function requestOrigin(context: Context<RouteEnvironment>): string {
  const { url } = context.req;
  return context.env?.origin ?? url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}
