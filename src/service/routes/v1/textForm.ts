/** The two forms in which texts are asked for and answered: the interface's own, and chat completions for standard clients. */
import type { JsonObject } from "../../../contract/jsonObject.ts";
import { createChunkWriter, describeCompletion } from "../../answers/chatCompletion.ts";
import type { FullResponse } from "../../answers/describeResponse.ts";
import type { ResponseEvent } from "../../answers/responseEvents.ts";
import { wantsUsage, writeResponsesBody } from "../../read/readChatRequest.ts";

export interface TextForm {
  /** The same request as a body of `POST /responses`. Throws `invalid_request`. */
  readBody(body: JsonObject): JsonObject;
  /** The name in this form of a field of `POST /responses`. */
  fieldName(field: string): string;
  describe(response: FullResponse): object;
  /** Writes each event of one answer as server-sent events. */
  createWriter(body: JsonObject): (event: ResponseEvent) => string;
}

export const responsesForm: TextForm = {
  readBody: (body) => body,
  fieldName: (field) => field,
  describe: (response) => response,
  createWriter() {
    let sequence = 0;
    // The number is added to the text, because copying each event with it takes longer than writing it.
    return (event) => `event: ${event.type}\ndata: ${JSON.stringify(event).slice(0, -1)},"sequence_number":${sequence++}}\n\n`;
  },
};

const chatNames: Readonly<Record<string, string>> = {
  input: "messages",
  text: "response_format",
  max_output_tokens: "max_tokens",
  "reasoning.effort": "reasoning_effort",
};

export const chatForm: TextForm = {
  readBody: writeResponsesBody,
  fieldName: (field) => chatNames[field] ?? field,
  describe: describeCompletion,
  createWriter: (body) => createChunkWriter(wantsUsage(body)),
};
