/** Answers with a whole, valid file in base64, as large as one event may be, in each form of each interface. */

import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { wavHead } from "../../src/media/files/rawSamples.ts";

/** Of a file, so that its base64 and an event around it fit into 24 MiB. */
const fileSize = 17.9 * 1024 ** 2;
const width = 2048;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Colours at random, which no compression makes smaller. Source: W3C, "Portable Network Graphics". */
function png(): Buffer {
  const rowLength = width * 3 + 1;
  const height = Math.floor(fileSize / rowLength);
  const rows = randomBytes(rowLength * height);
  for (let row = 0; row < height; row += 1) rows[row * rowLength] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const data = chunk("IDAT", deflateSync(rows, { level: 0 }));
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

function wav(): Buffer {
  const samples = randomBytes(Math.floor(fileSize / 2) * 2);
  return Buffer.concat([wavHead({ rate: 24_000, channels: 1, bits: 16, endianness: "little" }, samples.byteLength), samples]);
}

export interface WholeForm {
  kind: "text" | "image" | "audio" | "video";
  dialect?: "anthropic" | "google" | "openai";
  model?: string;
  type: string;
  /** Without a length in the head. */
  isChunked?: true;
  build(file: string): string;
}

const events = "text/event-stream";
const json = "application/json";
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chatImage = (file: string) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${file}` } });
const delta = (value: object, finish_reason: string | null = null) =>
  event({ id: "1", choices: [{ index: 0, delta: value, finish_reason }] });
const done = `${delta({}, "stop")}data: [DONE]\n\n`;
const inline = (file: string, mimeType = "image/png") => ({
  candidates: [
    { content: { role: "model", parts: [{ text: "A heron." }, { inlineData: { mimeType, data: file } }] }, finishReason: "STOP" },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});
const drawing = (file: string) => ({ type: "image_generation_call", id: "ig", status: "completed", result: file });
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const response = (output: object[]) => ({ id: "r", object: "response", created_at: 1, model: "m", status: "completed", output, usage });
const responseStart = event({ type: "response.created", response: { ...response([]), status: "in_progress" } });
const responseEnd = event({ type: "response.completed", response: response([]) });

export const wholeForms: Readonly<Record<string, WholeForm>> = {
  "whole image in a delta": {
    kind: "text",
    type: events,
    build: (file) => delta({ content: "A heron.", images: [chatImage(file)] }) + done,
  },
  "whole image in a part of a delta": { kind: "text", type: events, build: (file) => delta({ content: [chatImage(file)] }) + done },
  "whole image in JSON of a text": {
    kind: "text",
    type: json,
    build: (file) => JSON.stringify({ choices: [{ message: { content: "A heron.", images: [chatImage(file)] }, finish_reason: "stop" }] }),
  },
  "whole image in chunked JSON of a text": {
    kind: "text",
    type: json,
    isChunked: true,
    build: (file) => JSON.stringify({ choices: [{ message: { content: "A heron.", images: [chatImage(file)] }, finish_reason: "stop" }] }),
  },
  "whole image of Gemini": { kind: "text", dialect: "google", type: events, build: (file) => event(inline(file)) },
  "whole image of Gemini in the other interface": { kind: "text", type: events, build: (file) => event(inline(file)) },
  "whole image in an item of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    build: (file) =>
      responseStart +
      event({ type: "response.output_item.added", output_index: 0, item: { ...drawing(""), status: "in_progress" } }) +
      event({ type: "response.output_item.done", output_index: 0, item: drawing(file) }) +
      responseEnd,
  },
  "whole image in the end of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    build: (file) => responseStart + event({ type: "response.completed", response: response([drawing(file)]) }),
  },
  "whole image in JSON of Responses": {
    kind: "text",
    dialect: "openai",
    type: json,
    build: (file) => JSON.stringify(response([drawing(file)])),
  },
  "whole partial image of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    build: (file) =>
      responseStart +
      event({
        type: "response.image_generation_call.partial_image",
        output_index: 0,
        item_id: "ig",
        partial_image_index: 0,
        partial_image_b64: file,
      }) +
      responseEnd,
  },
  "whole file in a signature of Claude": {
    kind: "text",
    dialect: "anthropic",
    type: events,
    build: (file) =>
      event({ type: "message_start", message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage } }) +
      event({
        type: "content_block_start",
        index: 0,
        content_block: { type: "image", source: { type: "base64", media_type: "image/png", data: file } },
      }) +
      event({ type: "content_block_stop", index: 0 }) +
      event({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }) +
      event({ type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "A heron." } }) +
      event({ type: "content_block_stop", index: 1 }) +
      event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage }) +
      event({ type: "message_stop" }),
  },
  "whole image in JSON": { kind: "image", type: json, build: (file) => JSON.stringify({ data: [{ b64_json: file }] }) },
  "whole image in chunked JSON": {
    kind: "image",
    type: json,
    isChunked: true,
    build: (file) => JSON.stringify({ data: [{ b64_json: file }] }),
  },
  "whole image of a chat": {
    kind: "image",
    type: json,
    build: (file) => JSON.stringify({ choices: [{ message: { content: "", images: [chatImage(file)] }, finish_reason: "stop" }] }),
  },
  "whole image in events": { kind: "image", type: events, build: (file) => event({ type: "image_generation.completed", b64_json: file }) },
  "whole image of OpenAI": {
    kind: "image",
    dialect: "openai",
    type: json,
    build: (file) => JSON.stringify({ data: [{ b64_json: file }] }),
  },
  "whole image of Gemini's model": {
    kind: "image",
    dialect: "google",
    model: "gemini-image",
    type: json,
    build: (file) => JSON.stringify(inline(file)),
  },
  "whole sound in JSON": { kind: "audio", type: json, build: (file) => JSON.stringify({ audio: file }) },
  "whole sound in an event": {
    kind: "audio",
    type: events,
    build: (file) => event({ type: "speech.audio.delta", audio: file }) + event({ type: "speech.audio.done", usage }),
  },
  "whole sound in small events": {
    kind: "audio",
    type: events,
    build: (file) =>
      (file.match(/.{1,32768}/g) ?? []).map((audio) => event({ type: "speech.audio.delta", audio })).join("") +
      event({ type: "speech.audio.done", usage }),
  },
  "whole sound of Gemini": {
    kind: "audio",
    dialect: "google",
    model: "gemini-tts",
    type: json,
    build: (file) => JSON.stringify(inline(file, "audio/L16;codec=pcm;rate=24000")),
  },
};

/** The body of an answer in this form. */
export function wholeAnswer({ kind, build }: WholeForm): Buffer {
  return Buffer.from(build((kind === "audio" ? wav() : png()).toString("base64")));
}
