/** What is wrong with an answer in; the error for it out. */
import { ServiceError } from "./serviceError.ts";

/** @param isPost The request may have been accepted all the same. */
export function badAnswer(message: string, isPost = false): ServiceError {
  return new ServiceError({ kind: "badAnswer", message, maybeAccepted: isPost });
}
