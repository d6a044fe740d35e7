/** Refuses requests that a web page of another site could have sent. */
import { ApiError } from "../apiError.ts";
import type { CheckedHeaders } from "./readHeaders.ts";

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/**
 * Requires a loopback name in `Host`, so that a foreign name that resolves to 127.0.0.1 is refused, and this service's own origin in
 * `Origin`, if present. Throws 403.
 */
export function requireLocalCaller({ host = "", origin }: Pick<CheckedHeaders, "host" | "origin">): void {
  if (!loopbackHost.test(host)) throw foreign("Host");
  if (origin !== undefined && origin !== `http://${host}`) throw foreign("Origin");
}

function foreign(header: string): ApiError {
  return new ApiError({
    code: "invalid_request",
    status: 403,
    message: `This service only accepts requests from this machine: its ${header} header is foreign.`,
  });
}
