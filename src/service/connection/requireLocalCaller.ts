/** Refuses requests that a web page of another site could have sent. */
import { ApiError } from "../apiError.ts";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Requires a loopback name in `Host`, so that a foreign name that resolves to 127.0.0.1 is refused, and this service's own origin in
 * `Origin`, if present. Throws 403.
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
    message: `This service only accepts requests from this machine: its ${header} header is foreign.`,
  });
}
