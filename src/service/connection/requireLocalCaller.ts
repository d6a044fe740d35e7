/** Refuses requests that a web page of another site could have sent. */
import { ApiError } from "../apiError.ts";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Only loopback names may stand in `Host`, so that a foreign name that was pointed at 127.0.0.1 does not get through, and an `Origin`
 * must be this service's own. Throws 403.
 */
export function requireLocalCaller(request: Request): void {
  const host = request.headers.get("host") ?? "";
  if (!loopbackNames.has(host.replace(/:\d+$/, ""))) throw foreign("Host");
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) throw foreign("Origin");
}

function foreign(header: string): ApiError {
  return new ApiError({
    code: "invalid_request",
    status: 403,
    message: `This service answers this machine alone: the ${header} is foreign.`,
  });
}
