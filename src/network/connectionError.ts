/** Nothing reached the other side when one of these happened. */
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

/** OpenSSL's verdicts on a certificate, and Node's on its names: the handshake failed, so nothing was sent. */
const certificateCode = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH)/;

/** The first three mean that nothing was sent. */
type ConnectionErrorReason = "unreachable" | "certificate" | "proxy" | "notHttp" | "silence" | "lost";

export interface ConnectionError {
  reason: ConnectionErrorReason;
  /** The code of undici, Node or OpenSSL, or the status of a proxy; "" for none. */
  code: string;
}

interface ErrorFacts {
  code: string;
  message: string;
}

function readFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { code: "", message: "" };
  const inner = thrown instanceof AggregateError ? thrown.errors.find((error) => error instanceof Error) : undefined;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
  if (code !== "") return { code, message: thrown.message };
  const cause: unknown = inner ?? thrown.cause;
  return cause instanceof Error ? readFacts(cause) : { code, message: thrown.message };
}

/** Classifies what undici or Node threw while a request was sent or its answer was read. */
export function readConnectionError(thrown: unknown): ConnectionError {
  const { code, message } = readFacts(thrown);
  if (beforeSending.has(code)) return { reason: "unreachable", code };
  if (certificateCode.test(code)) return { reason: "certificate", code };
  const proxyStatus = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
  if (proxyStatus !== undefined) return { reason: "proxy", code: proxyStatus };
  if (code.startsWith("HPE_")) return { reason: "notHttp", code };
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") return { reason: "silence", code };
  return { reason: "lost", code };
}
