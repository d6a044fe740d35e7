import type { ResponseObject } from "../../contract/response.ts";
import type { ResponseEnd } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";

/** Returns the complete Response. Throws ServiceError for an incomplete answer, a refusal, or no Response. */
export function requireComplete({ outcome, response, error, id }: ResponseEnd): ResponseObject {
  switch (outcome) {
    case "completed":
      return response;
    case "failed":
    case "truncated":
      throw error;
    case "aborted":
      throw new ServiceError({ kind: "aborted", message: "cancelled" });
    case "incomplete":
    case "refused":
      throw new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, taskId: id });
  }
}
