/** Reads the answers of `/images` in all forms of engines, because the AI SDK's packages accept only one of them. */

import { parseJson } from "../../contract/parseJson.ts";
import { blockReasonIn } from "../blockReason.ts";
import { currentCall } from "../callContext.ts";
import { EventValueReader } from "../chatCompletions/eventValues.ts";
import { parseLooseObjects } from "../chatCompletions/looseJson.ts";
import { isImageFile } from "../checkMedia.ts";
import { isErrorValue, isFields, readErrorReason } from "../errorReason.ts";
import { findAnswered } from "../files/answeredFiles.ts";
import { otherContents } from "../files/otherContents.ts";
import { listContents } from "../files/readContent.ts";
import { EngineError } from "../providerError.ts";
import { StreamedError } from "../streamedError.ts";

/** Returns a `fetch` whose answers list each image as `b64_json`: base64, a data URI or a link, for `readContent`. */
export function withLooseImages(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.ok || init?.method !== "POST") return answer;
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isFile = isKnownFile(bytes);
    const text = isFile ? "" : new TextDecoder().decode(bytes);
    const body = parseAnswer(text);
    const listed = body === undefined ? contentsOfText(text) : listContents(body);
    const images = listed.length > 0 ? listed : otherContents(body, "image", isNameOfFile);
    // The type is often wrong, and decides only about what looks like neither a file nor a text.
    const isCalledFile = body === undefined && images.length === 0 && /^(?:image\/|(?:application|binary)\/octet-stream)/i.test(type);
    if (isFile || (isCalledFile && bytes.length > 0)) return Response.json({ data: [{ b64_json: bytes.toString("base64") }] });
    if (images.length === 0 && isErrorValue(body)) throw new StreamedError(body);
    if (images.length === 0)
      throw new EngineError(body === undefined && /^\s*[{[]/.test(text) ? "it sent invalid JSON." : reasonOf(body ?? text));
    return Response.json(
      { data: images.map((image) => ({ b64_json: image })), usage: readUsage(body) },
      { headers: { "content-type": "application/json" } },
    );
  };
}

/** A file, or the name of one that was taken out of the answer. */
const isKnownFile = (bytes: Buffer) => isImageFile(bytes) || isNameOfFile(bytes);

function isNameOfFile(given: string | Uint8Array): boolean {
  const { files } = currentCall();
  return files !== undefined && findAnswered(files, given) !== undefined;
}

/** Some engines send the link, the data URI or the base64 without JSON. */
function contentsOfText(text: string): string[] {
  const content = text.trim();
  const isContent = /^(?:https?:\/\/|data:image\/)\S+$/i.test(content) || /^[\w+/=\s-]{64,}$/.test(content);
  return isContent ? [content] : [];
}

/** The JSON of an answer, or the last image of a stream. undefined: it is something else. */
function parseAnswer(text: string): unknown {
  const start = text.slice(0, 200);
  if (/^\s*[{["\d]/.test(start)) return parseJson(text) ?? parseLooseObjects(text.trim())[0];
  if (!/^\s*(?:data|event|id|:)\s*:/i.test(start) || /^\s*data:\w+\//.test(start)) return undefined;
  const values: unknown[] = [];
  const reader = new EventValueReader((value) => values.push(value.type === "json" ? value.value : undefined));
  reader.add(Buffer.from(text));
  reader.end();
  const isPartial = (value: unknown) => isFields(value) && /partial/.test(String(value.type));
  const known = values.filter((value) => isFields(value) && !isPartial(value));
  return known.findLast((value) => listContents(value).length > 0) ?? known.at(-1);
}

function reasonOf(body: unknown): string {
  const { message } = readErrorReason(body);
  const blocked = message === "" ? blockReasonIn(body) : "";
  return message || (blocked === "" ? "it sent no image." : `it sent no image (${blocked}).`);
}

function readUsage(body: unknown): object | undefined {
  const usage = isFields(body) && isFields(body.usage) ? body.usage : {};
  const counts = ["input_tokens", "output_tokens", "total_tokens"].map((name) => [name, usage[name]] as const);
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
