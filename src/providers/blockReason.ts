/** Why Google made nothing: its packages report only that there is no file. Sources: Gemini API, "FinishReason"; Vertex AI, "Responsible AI for Veo". */

import { parseJson } from "../contract/parseJson.ts";
import { isFields } from "./errorReason.ts";
import { EngineError } from "./providerError.ts";

type Fetch = typeof globalThis.fetch;

/** Fields that say why an entry has no file. The more detailed come first. */
const blockFields = [
  "raiMediaFilteredReasons",
  "raiFilteredReason",
  "finishMessage",
  "blockReasonMessage",
  "block_reason",
  "blockReason",
  "finish_reason",
  "finishReason",
];
const deepest = 5;

/** "": none. */
export function blockReasonIn(body: unknown): string {
  for (const field of blockFields) {
    const reason = searchFor(field, body, 0);
    if (reason !== "") return reason;
  }
  return "";
}

function searchFor(field: string, body: unknown, depth: number): string {
  if (depth > deepest || typeof body !== "object" || body === null) return "";
  for (const [name, value] of Object.entries(body)) {
    const texts = name === field ? [value].flat().filter((text) => typeof text === "string" && text !== "" && text !== "STOP") : [];
    const inner = texts.length > 0 ? texts.join(" ") : searchFor(field, value, depth + 1);
    if (inner !== "") return inner;
  }
  return "";
}

/** What each kind of file is called in an answer. */
const files = /"(?:inlineData|inline_data|bytesBase64Encoded|imageBytes|videoBytes|uri|fileUri)"\s*:/;

/** Returns a `fetch` that rejects with the reason for a JSON answer that has one in the place of a file. */
export const withBlockReasons = (fetch: Fetch): Fetch =>
  withReasons(fetch, (text) => (files.test(text) ? "" : reasonOfAnswer(parseJson(text))));

/** @param read Returns why there is no file; "": no reason. */
export function withReasons(fetch: Fetch, read: (text: string) => string): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok || !/json/i.test(type)) return answer;
    const text = await answer.text();
    const reason = read(text);
    if (reason !== "") throw new EngineError(`it made nothing: ${reason}`);
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

/** An operation that is not done has no reason yet. */
function reasonOfAnswer(body: unknown): string {
  if (!isFields(body)) return "";
  const isAnswer = ["candidates", "promptFeedback", "predictions"].some((name) => name in body) || body.done === true;
  return isAnswer ? blockReasonIn(body) : "";
}
