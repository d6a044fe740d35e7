/** Error codes that mean that nothing reached the other side, if no connection was established. */
const beforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** With these calls there is no connection yet. The same codes for `read` and `write` mean that the network failed after something was sent. */
const connectingCalls = new Set(["connect", "getaddrinfo"]);

/** Errors of OpenSSL for a certificate, and of Node.js for its names: the handshake failed, so nothing was sent. */
const certificateCode = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH)/;

/** The first three mean that nothing was sent. */
type ConnectionErrorReason = "unreachable" | "certificate" | "proxy" | "notHttp" | "silence" | "lost";

export interface ConnectionError {
  reason: ConnectionErrorReason;
  /** The code of undici, Node.js or OpenSSL, or what a proxy answered; "" for none. */
  code: string;
}

interface ErrorFacts {
  code: string;
  message: string;
  /** The system call that failed; undefined for errors of undici, and for several attempts to connect. */
  call: string | undefined;
}

function readFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { code: "", message: "", call: undefined };
  const inner = thrown instanceof AggregateError ? thrown.errors.find((error) => error instanceof Error) : undefined;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
  const call = "syscall" in thrown && typeof thrown.syscall === "string" ? thrown.syscall : undefined;
  const facts = { code, message: thrown.message, call };
  if (code !== "") return facts;
  const cause: unknown = inner ?? thrown.cause;
  return cause instanceof Error ? readFacts(cause) : facts;
}

/** undici's errors for a tunnel that was not made, and for a request that a proxy refused before passing it on. */
const proxyCodes: Record<string, string> = { UND_ERR_PRX_CONN: "closed", UND_ERR_PRX_TLS: "certificate" };
const refusedByProxy = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** Classifies an error of undici or Node.js while sending a request or reading its answer. */
export function readConnectionError(thrown: unknown): ConnectionError {
  const { code, message, call } = readFacts(thrown);
  if (beforeSending.has(code) && (call === undefined || connectingCalls.has(call))) return { reason: "unreachable", code };
  if (certificateCode.test(code)) return { reason: "certificate", code };
  const proxyStatus = refusedByProxy.exec(message)?.[1];
  if (proxyStatus !== undefined) return { reason: "proxy", code: `HTTP ${proxyStatus}` };
  const proxyReason = proxyCodes[code];
  if (proxyReason !== undefined) return { reason: "proxy", code: proxyReason };
  if (code.startsWith("HPE_")) return { reason: "notHttp", code };
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") return { reason: "silence", code };
  return { reason: "lost", code };
}
