/** The operators' routes `/healthz`, `/readyz` and `/metrics`. They need no key, and do not count as requests of an account. */
import { type BlockList, isIP } from "node:net";
import { type Context, Hono } from "hono";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { ApiError } from "../apiError.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import type { ServiceSettings } from "../settings/settings.ts";
import type { Operations } from "./operations.ts";

interface RouteParts {
  operations: Operations;
  settings: Pick<ServiceSettings, "metricsFrom">;
}

export function operationRoutes({ operations, settings }: RouteParts): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .get("/healthz", (context) => context.json({ status: "ok" }, 200, noStore))
    .get("/readyz", async (context) => {
      const missing = await operations.findMissing();
      if (missing.length === 0) return context.json({ status: "ready" }, 200, noStore);
      return context.json({ status: "unavailable", missing }, 503, noStore);
    })
    .get("/metrics", async (context) => {
      if (!mayReadMetrics(context, settings.metricsFrom)) throw refused();
      const metrics = await operations.readMetrics();
      if (!metrics) return context.notFound();
      return context.body(metrics.text, 200, { "content-type": metrics.contentType, ...noStore });
    });
}

const noStore = { "cache-control": "no-store" };

/** A local proxy does not count as this machine: the client that it forwards for must be in the list. */
function mayReadMetrics(context: Context<RouteEnvironment>, allowed: BlockList): boolean {
  const address = context.env?.clientAddress ?? "";
  const family = isIP(address);
  if (family !== 0 && allowed.check(address, family === 6 ? "ipv6" : "ipv4")) return true;
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((header) => context.req.header(header) !== undefined);
  return isLoopbackHost(address) && !isForwarded;
}

function refused(): ApiError {
  return new ApiError({ code: "invalid_request", status: 403, message: "This address may not read the metrics: see --metrics-from." });
}
