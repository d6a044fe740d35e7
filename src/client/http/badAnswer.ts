/** Recognizes an answer that is a web page, and creates the errors for answers that do not follow the interface. */

import { invalidFileCode, webPageCode } from "../errors/ownCodes.ts";
import { ServiceError } from "../serviceError.ts";

/** Error for a file of a completed result that cannot be decoded. Each poll returns the same answer. */
export function badFile(message: string): ServiceError {
  return new ServiceError({ kind: "badAnswer", message, code: invalidFileCode });
}

/** Error for an HTML answer, sent by a proxy, a gateway or a server that does not implement the interface. */
export function webPage(isPost: boolean): ServiceError {
  return new ServiceError({
    kind: "badAnswer",
    message: "The service answered with a web page.",
    code: webPageCode,
    maybeAccepted: isPost,
  });
}

/** @param isPost The request may have been accepted nevertheless. */
export function badAnswer(message: string, isPost = false): ServiceError {
  return new ServiceError({ kind: "badAnswer", message, maybeAccepted: isPost });
}

/** Whether the start of an answer is HTML, as proxies and gateways send it. */
export function isWebPage(start: Buffer | string): boolean {
  const text = typeof start === "string" ? start : start.toString("latin1", 0, 64);
  return /^\s*</.test(text);
}
