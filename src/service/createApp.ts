import { Hono } from "hono";
import { kindTable, mediaKinds } from "../contract/kind.ts";
import { type Caller, invalidKey } from "./account/accounts.ts";
import { ApiError, invalidRequest, renderApiError } from "./apiError.ts";
import type { Bindings, RouteEnvironment } from "./connection/bindings.ts";
import type { Fetch } from "./connection/listen.ts";
import { requestOrigin } from "./connection/requestOrigin.ts";
import { requireLocalCaller } from "./connection/requireLocalCaller.ts";
import type { RequestObserver } from "./observing/observer.ts";
import { operationRoutes } from "./operations/operationRoutes.ts";
import { fileRoutes } from "./routes/files.ts";
import { chatAdvice, chatRoutes } from "./routes/v1/chatCompletions.ts";
import { mediaRoutes } from "./routes/v1/media.ts";
import { modelRoutes } from "./routes/v1/models.ts";
import { responseRoutes } from "./routes/v1/responses.ts";
import { v2Routes } from "./routes/v2.ts";
import type { AddPage, Service } from "./service.ts";
import { whenKnown } from "./whenKnown.ts";

/** The whole interface of a service as a function from Request to Response. `addPage` adds the page for people at `/`. */
export function createApp(service: Service, addPage?: AddPage): Fetch {
  const app = new Hono<RouteEnvironment>();
  app.route("/", operationRoutes(service));
  app.get("/openapi.json", async (context) => {
    const { describeService } = await import("./openapi/describeService.ts");
    // It needs no key: the document is public. Tools that read it in a browser are on other origins.
    return context.json(describeService(requestOrigin(context)), 200, { "access-control-allow-origin": "*" });
  });
  app.route("/api/v1/models", modelRoutes(service));
  app.route("/api/v1/responses", responseRoutes(service));
  app.route("/api/v1/chat/completions", chatRoutes(service));
  for (const kind of mediaKinds) app.route(`/api/v1/${kindTable[kind].path}`, mediaRoutes(service, kind));
  app.route("/api/v2", v2Routes(service));
  app.route("/files", fileRoutes(service));
  if (addPage) app.route("/", addPage(service));
  app.notFound((context) => renderApiError(refuseRoute(app, context.req.path)));
  const answerError = (error: unknown) => renderApiError(error instanceof ApiError ? error : unexpected(service, error));
  app.onError(answerError);
  // Not a middleware of hono, which would cost every request as much as the rest of its routing.
  return (request, bindings, headers) => {
    try {
      const path = app.getPath(request);
      nameRoute(app, request.method, path, bindings.observer);
      if (service.settings.reach.type === "loopback") requireLocalCaller(headers);
      if (!path.startsWith("/api/")) return app.fetch(request, bindings);
      const identified = identifyCaller(service, app, path, headers.authorization, bindings);
      const answer = whenKnown(identified, () => app.fetch(request, bindings));
      return answer instanceof Promise ? answer.catch(answerError) : answer;
    } catch (error) {
      return answerError(error);
    }
  };
}

/**
 * Notes the caller in the bindings. Throws `invalid_api_key`, or what `countRequest` throws. Without a caller, a nonexistent path is reported
 * to everyone, with or without a key.
 */
function identifyCaller(
  service: Service,
  app: Hono<RouteEnvironment>,
  path: string,
  authorization: string | undefined,
  bindings: Bindings,
): void | Promise<void> {
  const note = (caller: Caller) => {
    bindings.caller = caller;
    if (bindings.observer) bindings.observer.facts.account = caller.name;
  };
  return whenKnown(service.authenticate(authorization ?? null, bindings), (caller) => {
    if (caller === undefined && !allowedMethods(app, path).length) return undefined;
    if (caller === undefined) throw invalidKey();
    return whenKnown(service.accounts.countRequest(caller), () => note(caller));
  });
}

/** Passes the observer the pattern of the route that answers, not the path. */
function nameRoute({ router }: Hono<RouteEnvironment>, method: string, path: string, observer: RequestObserver | undefined): void {
  const route = observer && router.match(method === "HEAD" ? "GET" : method, path)[0].at(-1)?.[0][1];
  if (route) observer.facts.route = route.path;
}

/** Paths of other interfaces that clients try, and what this one has for them. */
const adviceAtPaths: readonly (readonly [RegExp, string])[] = [
  [/\/(?:chat\/)?completions$/, ` ${chatAdvice}`],
  [
    /\/responses\/[^/]+\/input_items$/,
    " The input of a Response cannot be read: send the dialogue with each request, or previous_response_id.",
  ],
  [/^\/(?:v1\/)?(?:responses|models)\b/, " The base URL of this service ends with /api/v1."],
];

/** 405 if the path has a route for another method, otherwise 404. The spec defines neither. */
function refuseRoute(app: Hono<RouteEnvironment>, path: string): ApiError {
  const allowed = allowedMethods(app, path);
  if (allowed.length === 0) {
    const advice = adviceAtPaths.find(([pattern]) => pattern.test(path))?.[1] ?? "";
    return new ApiError({ code: "not_found", message: `There is nothing at this path.${advice}` });
  }
  const { code, message } = invalidRequest(undefined, `This path does not take this method. It takes: ${allowed.join(", ")}.`);
  return new ApiError({ code, message, status: 405, headers: { allow: allowed.join(", ") } });
}

function allowedMethods(app: Hono<RouteEnvironment>, path: string): string[] {
  return ["GET", "POST", "DELETE"].filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method));
}

/**
 * The client gets no details of an internal error, and the log only its code and location: a message could contain a prompt. 503, because
 * 500 says that the generation failed. Source: spec, "HTTP status codes (v1)".
 */
function unexpected({ log }: Pick<Service, "log">, thrown: unknown): ApiError {
  const error = thrown instanceof Error ? thrown : new Error();
  // The operating system's and PostgreSQL's code, and SQLite's name for one, such as "database or disk is full".
  const codes = Object.entries(error).flatMap(([name, value]) => (["code", "errstr"].includes(name) ? [String(value)] : []));
  log?.(`unexpected ${[error.name, ...codes].join(" ")} ${/^ +at .*$/m.exec(error.stack ?? "")?.[0].trim() ?? ""}`);
  return new ApiError({ code: "api_error", status: 503, message: "The service failed to answer this request." });
}
