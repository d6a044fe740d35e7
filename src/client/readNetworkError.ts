/** What undici or Node threw in; a ServiceError that says whether something was sent out. */
import { abortedError } from "./pause.ts";
import { ServiceError } from "./serviceError.ts";

/** Nothing reached the service when one of these happened. */
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

export interface NetworkContext {
  signal: AbortSignal | undefined;
  isPost: boolean;
  taskId?: string | undefined;
}

/** The cause is left out: a parser's error holds bytes of the body. */
export function readNetworkError(thrown: unknown, context: NetworkContext): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const taskId = context.taskId === undefined ? {} : { taskId: context.taskId };
  if (context.signal?.aborted) return abortedError({ maybeAccepted: context.isPost, ...taskId });
  const { code, message } = readFacts(thrown);
  if (beforeSending.has(code)) {
    return new ServiceError({ kind: "unreachable", message: `The service cannot be reached (${code}).`, ...taskId });
  }
  if (certificateCode.test(code)) {
    return new ServiceError({ kind: "unreachable", message: `The service's certificate is not trusted (${code}).`, ...taskId });
  }
  const proxyStatus = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
  if (proxyStatus !== undefined) {
    return new ServiceError({ kind: "unreachable", message: `The proxy refused the connection (HTTP ${proxyStatus}).`, ...taskId });
  }
  const maybeAccepted = context.isPost;
  if (code.startsWith("HPE_")) {
    return new ServiceError({ kind: "badAnswer", message: `The service's answer is not HTTP (${code}).`, maybeAccepted, ...taskId });
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return new ServiceError({ kind: "connectionLost", message: "The service was silent for too long.", maybeAccepted, ...taskId });
  }
  return new ServiceError({
    kind: "connectionLost",
    message: `The connection to the service broke${code === "" ? "" : ` (${code})`}.`,
    maybeAccepted,
    ...taskId,
  });
}
