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

type Fields = Readonly<Record<string, unknown>>;

/** Writes events up to the end of their fields. All deltas of a part begin alike: what is before the text is written once. */
function createStartWriter(): (event: ResponseEvent) => string {
  let known: Fields = {};
  let beginning = "";
  return (event) => {
    const fields: Fields = event;
    const { delta, logprobs } = fields;
    const isPlain = typeof delta === "string" && (logprobs === undefined || isEmptyList(logprobs));
    if (!isPlain) return writeFields(event.type, event);
    if (!isOfSamePart(fields, known)) {
      known = fields;
      const location = Object.entries(fields).filter(([field]) => field !== "delta" && field !== "logprobs");
      beginning = `${writeFields(event.type, Object.fromEntries(location))},"delta":`;
    }
    return beginning + JSON.stringify(delta) + (logprobs === undefined ? "" : ',"logprobs":[]');
  };
}

/** Written out, because this is done for each token. */
const isOfSamePart = (one: Fields, other: Fields) =>
  one.item_id === other.item_id &&
  one.type === other.type &&
  one.output_index === other.output_index &&
  one.content_index === other.content_index &&
  one.summary_index === other.summary_index;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const writeFields = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify(fields).slice(0, -1)}`;

export const responsesForm: TextForm = {
  readBody: (body) => body,
  fieldName: (field) => field,
  describe: (response) => response,
  createWriter() {
    let sequence = 0;
    const writeStart = createStartWriter();
    // The number is added to the text, because copying each event with it takes longer than writing it.
    return (event) => `${writeStart(event)},"sequence_number":${sequence++}}\n\n`;
  },
};

const chatNames: Readonly<Record<string, string>> = {
  input: "messages",
  text: "response_format",
  "text.verbosity": "verbosity",
  max_output_tokens: "max_tokens",
  "reasoning.effort": "reasoning_effort",
};

export const chatForm: TextForm = {
  readBody: writeResponsesBody,
  fieldName: (field) => chatNames[field] ?? field,
  describe: describeCompletion,
  createWriter: (body) => createChunkWriter(wantsUsage(body)),
};
