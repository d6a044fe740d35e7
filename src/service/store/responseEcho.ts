import type { JsonObject } from "../../contract/jsonObject.ts";
import type { ReasoningEffort } from "../../contract/reasoningEffort.ts";

/** The parts of the request that the Response object repeats. */
export interface ResponseEcho {
  instructions: string | undefined;
  effort: ReasoningEffort | undefined;
  /** As sent, but only with known fields. */
  tools: readonly JsonObject[];
  toolChoice: unknown;
  parallelToolCalls: boolean;
  maxOutputTokens: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  /** Whether the client asked for storing the answer. Default: true. */
  store?: boolean | undefined;
  /** `previous_response_id` */
  previous?: string | undefined;
  /** `text.format` as sent. Default: text. */
  format?: JsonObject | undefined;
  /** Types of tools that the model does not have, and that were left out. */
  leftOut?: readonly string[];
  /** Types of items of the input, in the same way. */
  leftOutItems?: readonly string[];
}

/** Of a request that sent none of these fields. */
export const emptyEcho: ResponseEcho = {
  instructions: undefined,
  effort: undefined,
  tools: [],
  toolChoice: "auto",
  parallelToolCalls: true,
  maxOutputTokens: undefined,
};
