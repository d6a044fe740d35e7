import { type Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { kindTable, mediaKinds } from "../contract/kind.ts";
import { ApiError, invalidRequest, renderApiError } from "./apiError.ts";
import { originOf } from "./connection/originOf.ts";
import { requireLocalCaller } from "./connection/requireLocalCaller.ts";
import { operationRoutes } from "./operations/operationRoutes.ts";
import { fileRoutes } from "./routes/files.ts";
import { mediaRoutes } from "./routes/v1/media.ts";
import { modelRoutes } from "./routes/v1/models.ts";
import { responseRoutes } from "./routes/v1/responses.ts";
import { v2Routes } from "./routes/v2.ts";
import type { AddPage, RouteEnvironment, Service } from "./service.ts";

/** The whole interface of a service as a function from Request to Response. `addPage` adds the page for people at `/`. */
export function createApp(service: Service, addPage?: AddPage): Hono<RouteEnvironment> {
  const app = new Hono<RouteEnvironment>();
  const exactRoutes = new Set<string>();
  // One step for all: each further one costs a promise for every request.
  app.use(async (context, next) => {
    nameRoute(context, exactRoutes);
    if (service.settings.reach.type === "loopback") requireLocalCaller(context.req.raw);
    if (context.req.path.startsWith("/api/")) await identifyCaller(service, context, app);
    return next();
  });
  app.route("/", operationRoutes(service));
  app.get("/openapi.json", async (context) => {
    const { describeService } = await import("./openapi/describeService.ts");
    // It needs no key: the document is public. Tools that read it in a browser are on other origins.
    return context.json(describeService(originOf(context)), 200, { "access-control-allow-origin": "*" });
  });
  app.route("/api/v1/models", modelRoutes(service));
  app.route("/api/v1/responses", responseRoutes(service));
  for (const kind of mediaKinds) app.route(`/api/v1/${kindTable[kind].path}`, mediaRoutes(service, kind));
  app.route("/api/v2", v2Routes(service));
  app.route("/files", fileRoutes(service));
  if (addPage) app.route("/", addPage(service));
  app.notFound((context) => renderApiError(refuseRoute(app, context.req.path)));
  app.onError((error) => renderApiError(error instanceof ApiError ? error : unexpected(service, error)));
  for (const { method, path } of app.routes) if (!/[:*]/.test(path)) exactRoutes.add(`${method} ${path}`);
  return app;
}

/** Throws `invalid_api_key`, or what `countRequest` throws. */
async function identifyCaller(service: Service, context: Context<RouteEnvironment>, app: Hono<RouteEnvironment>): Promise<void> {
  const caller = await service.authenticate(context.req.header("authorization") ?? null, context.env);
  // A nonexistent path is reported to everyone, with or without a key.
  if (caller === undefined && !allowedMethods(app, context.req.path).length) return;
  if (caller === undefined) throw invalidKey();
  await service.accounts.countRequest(caller);
  context.set("caller", caller);
  if (context.env?.observer) context.env.observer.facts.account = caller.name;
}

/**
 * Passes the observer the pattern of the route that answers, not the path. Middleware has all methods. `exactRoutes`: methods and paths of
 * the routes whose pattern is the path, because listing the matches takes longer than finding them.
 */
function nameRoute(context: Context<RouteEnvironment>, exactRoutes: ReadonlySet<string>): void {
  if (!context.env?.observer) return;
  const { method, path } = context.req;
  if (exactRoutes.has(`${method} ${path}`)) {
    context.env.observer.facts.route = path;
    return;
  }
  const route = matchedRoutes(context).findLast(({ method }) => method !== "ALL");
  if (route) context.env.observer.facts.route = route.path;
}

/** 405 if the path has a route for another method, otherwise 404. The spec defines neither. */
function refuseRoute(app: Hono<RouteEnvironment>, path: string): ApiError {
  const allowed = allowedMethods(app, path);
  if (allowed.length === 0) return new ApiError({ code: "not_found", message: "There is nothing at this path." });
  const { code, message } = invalidRequest(undefined, `This path does not take this method. It takes: ${allowed.join(", ")}.`);
  return new ApiError({ code, message, status: 405, headers: { allow: allowed.join(", ") } });
}

function allowedMethods(app: Hono<RouteEnvironment>, path: string): string[] {
  return ["GET", "POST", "DELETE"].filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method));
}

function invalidKey(): ApiError {
  return new ApiError({ code: "invalid_api_key", message: "Invalid API key." });
}

/**
 * The client gets no details of an internal error, and the log only its code and location: a message could contain a prompt. 503, because
 * 500 says that the generation failed. Source: spec, "HTTP status codes (v1)".
 */
function unexpected({ log }: Pick<Service, "log">, error: Error): ApiError {
  // The operating system's and PostgreSQL's code, and SQLite's name for one, such as "database or disk is full".
  const codes = Object.entries(error).flatMap(([name, value]) => (["code", "errstr"].includes(name) ? [String(value)] : []));
  log?.(`unexpected ${[error.name, ...codes].join(" ")} ${/^ +at .*$/m.exec(error.stack ?? "")?.[0].trim() ?? ""}`);
  return new ApiError({ code: "api_error", status: 503, message: "The service failed to answer this request." });
}
