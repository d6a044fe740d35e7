/**
 * The codes of the Responses format for errors that the interface's codes do not distinguish. Standard clients repeat a request that failed
 * with a code that they do not know.
 */
import type { ErrorCode } from "../../contract/errors.ts";
import { isContextOverflow } from "../../providers/errorReason.ts";
import type { StoredError } from "../store/storedTask.ts";

type CodedError = Pick<StoredError, "code" | "message">;

export const clientCodes = ["context_length_exceeded", "server_is_overloaded", "invalid_prompt"] as const;
type ClientCode = ErrorCode | (typeof clientCodes)[number];

/** What engines and gateways say while they have too much to do. */
const overload = /\bHTTP (?:502|503|529)\b|\boverloaded\b/i;

export const isOverload = ({ code, message }: CodedError): boolean => code === "api_error" && overload.test(message);

/** The code of an error answer, whose status says the rest. */
export function codeOfAnswer(error: CodedError): ClientCode {
  if (error.code === "invalid_request" && isContextOverflow(error.message)) return "context_length_exceeded";
  return isOverload(error) ? "server_is_overloaded" : error.code;
}

/** The code of a stream that fails after its status was sent. */
export function codeOfStream(error: CodedError): ClientCode {
  const code = codeOfAnswer(error);
  return code === "invalid_request" || code === "model_not_found" ? "invalid_prompt" : code;
}
