/** Converts an error of undici or Node.js to a ServiceError that includes whether anything was sent. */
import { readConnectionError } from "../../network/connectionError.ts";
import { ProxyError } from "../../network/proxies.ts";
import { ServiceError } from "../serviceError.ts";
import { abortedError } from "./pause.ts";

export interface NetworkContext {
  /** Host and port of the request, for display. */
  host: string;
  signal: AbortSignal | undefined;
  isPost: boolean;
  taskId?: string | undefined;
}

/** The cause is left out because a parser's error contains bytes of the body. */
export function readNetworkError(thrown: unknown, { host, signal, isPost, ...rest }: NetworkContext): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const taskId = rest.taskId === undefined ? {} : { taskId: rest.taskId };
  if (signal?.aborted) return abortedError({ maybeAccepted: isPost, ...taskId });
  const unreachable = (message: string) => new ServiceError({ kind: "unreachable", message, ...taskId });
  const broken = (kind: "badAnswer" | "connectionLost", message: string) =>
    new ServiceError({ kind, message, maybeAccepted: isPost, ...taskId });
  if (thrown instanceof ProxyError) return unreachable(thrown.message);
  const { reason, code } = readConnectionError(thrown);
  switch (reason) {
    case "unreachable":
      return unreachable(`${unreachableReasons[code] ?? "There is no connection to"} ${host} (${code}).`);
    case "certificate":
      return unreachable(`The certificate of ${host} is not trusted (${code}).`);
    case "proxy":
      return unreachable(`The proxy refused the connection to ${host} (${code}).`);
    case "notHttp":
      return broken("badAnswer", `The answer of ${host} is not HTTP (${code}).`);
    case "silence":
      return broken("connectionLost", `The service at ${host} does not answer.`);
    case "lost":
      return broken("connectionLost", `The connection to ${host} broke${code === "" ? "" : ` (${code})`}.`);
  }
}

/** Messages by Node.js error code, to be completed with the host. */
const unreachableReasons: Record<string, string> = {
  ECONNREFUSED: "No service runs at",
  ENOTFOUND: "There is no machine with the name",
  EAI_AGAIN: "The name could not be looked up:",
  UND_ERR_CONNECT_TIMEOUT: "Nothing answers at",
};
