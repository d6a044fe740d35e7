/** Converts an error of undici or Node.js to a ServiceError that includes whether anything was sent. */
import { inEnglish } from "../../contract/translate.ts";
import { readConnectionError } from "../../network/connectionError.ts";
import { ProxyError } from "../../network/proxies.ts";
import { ownSentences } from "../errors/ownSentences.ts";
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
      return unreachable(inEnglish(unreachableReasons[code] ?? ownSentences.noConnection, host, code));
    case "certificate":
      return unreachable(inEnglish(ownSentences.untrusted, host, code));
    case "proxy":
      return unreachable(inEnglish(ownSentences.proxyRefused, host, code));
    case "notHttp":
      return broken("badAnswer", inEnglish(ownSentences.notHttp, host, code));
    case "silence":
      return broken("connectionLost", inEnglish(ownSentences.silent, host));
    case "lost":
      return broken("connectionLost", inEnglish(code === "" ? ownSentences.broke : ownSentences.brokeBecause, host, code));
  }
}

/** Sentences by Node.js error code. */
const unreachableReasons: Record<string, string> = {
  ECONNREFUSED: ownSentences.noService,
  ENOTFOUND: ownSentences.noMachine,
  EAI_AGAIN: ownSentences.noLookup,
  UND_ERR_CONNECT_TIMEOUT: ownSentences.noAnswer,
};
