/** Creates the error for an answer that does not follow the interface. */

import { ServiceError } from "../serviceError.ts";
import { invalidFileCode, webPageCode } from "./ownCodes.ts";

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
