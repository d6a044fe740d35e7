/** Creates the error for an answer that does not follow the interface. */
import { invalidFileCode, webPageCode } from "./ownCodes.ts";
import { ServiceError } from "./serviceError.ts";

/** A file of a completed result that cannot be decoded: the same answer comes again with each poll. */
export function badFile(message: string): ServiceError {
  return new ServiceError({ kind: "badAnswer", message, code: invalidFileCode });
}

/** HTML, as a proxy, a gateway, or a server that is no service at all sends it. */
export function webPage(isPost: boolean): ServiceError {
  return new ServiceError({
    kind: "badAnswer",
    message: "The service answered with a web page.",
    code: webPageCode,
    maybeAccepted: isPost,
  });
}

/** @param isPost The request may have been accepted all the same. */
export function badAnswer(message: string, isPost = false): ServiceError {
  return new ServiceError({ kind: "badAnswer", message, maybeAccepted: isPost });
}
