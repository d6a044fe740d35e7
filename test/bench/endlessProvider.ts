/** An engine, as a process of its own, whose answers do not end, or are as large as they may be. The form of an answer is the prompt; see `endlessForms`. */
import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createGzip, gzipSync } from "node:zlib";
import { type WholeForm, wholeAnswer, wholeForms } from "./wholeAnswers.ts";

interface Form {
  kind: "text" | "image" | "audio" | "video";
  type: string;
  start?: string | Buffer;
  /** Repeated as fast as it is read. */
  piece: string | Buffer;
  isCompressed?: true;
  /** In the head only: the pieces are compressed already. */
  encoding?: "gzip";
  /** The pieces are what the connection carries, with the head. */
  isRaw?: true;
  status?: number;
  /** The type of the provider, if it is not `openai-compatible`: packages read the answers. */
  dialect?: "anthropic" | "google" | "openai";
  /** Bytes that the head announces, after which the answer ends. */
  length?: number;
}

const line = (delta: object) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta }] })}\n\n`;
const largest = 24 * 1024 ** 2;
const pngStart = Buffer.from("89504e470d0a1a0a", "hex");
const base64 = randomBytes(48 * 1024).toString("base64");
const events = "text/event-stream";
const json = "application/json";
const heron = "a heron ".repeat(32);
const event = (value: { type: string; [field: string]: unknown }) => `data: ${JSON.stringify(value)}\n\n`;
const geminiText = (text: string) => `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] } }] })}\n\n`;
const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 1 } };
const claudeText = event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const claudeCitation = (cited_text: string) => {
  const range = { document_index: 0, document_title: "t", start_char_index: 0, end_char_index: 1 };
  const citation = { type: "char_location", cited_text, ...range };
  return event({ type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation } });
};
const claudeCall = event({ type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } });
const claudeArguments = event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "h" } });
const responseCall = { type: "function_call", id: "i", call_id: "c", name: "f", arguments: "" };
const responseStart =
  event({ type: "response.created", response: { id: "r", created_at: 1, model: "m" } }) +
  event({ type: "response.output_item.added", output_index: 0, item: responseCall });
const responseArguments = event({ type: "response.function_call_arguments.delta", item_id: "i", output_index: 0, delta: "h" });
const responseDelta = (type: string, item_id: string) =>
  event({ type: `response.${type}.delta`, item_id, output_index: 1, content_index: 0, summary_index: 0, delta: "h" });
const responseReasoning = event({ type: "response.output_item.added", output_index: 1, item: { type: "reasoning", id: "r", summary: [] } });
const responseText = event({ type: "response.output_item.added", output_index: 1, item: { type: "message", id: "m", content: [] } });
const annotation = (index: number) => ({
  type: "url_citation",
  url: `https://a.example/${index}`,
  title: "t",
  start_index: 0,
  end_index: 1,
});
const responseAnnotations = Array.from({ length: 20_000 }, (_, index) => {
  const location = { item_id: "m", output_index: 1, content_index: 0, annotation_index: index };
  return event({ type: "response.output_text.annotation.added", ...location, annotation: annotation(index) });
}).join("");
const callOf = (_: unknown, index: number) => ({ index, id: `c${index}`, function: { name: "f", arguments: "" } });
const manyCalls = Array.from({ length: 20_000 }, callOf);
const thought = (_: unknown, index: number) => line({ reasoning_details: [{ type: "reasoning.encrypted", data: "s", index }] });
const anotherChoice = `data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: "a" } }] })}\n\n`;
const argumentsOf = (text: string) => line({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: text } }] });

const usualAnswers = {
  bench: `${line({ content: "a heron" })}data: [DONE]\n\n`,
  openai: responseStart + responseText + responseDelta("output_text", "m") + event({ type: "response.completed", response: { id: "r" } }),
  anthropic: event({ type: "message_start", message }) + claudeText + event({ type: "message_stop" }),
  google: `${geminiText("a heron")}data: ${JSON.stringify({ candidates: [{ finishReason: "STOP" }] })}\n\n`,
};

/** Short answers, by their provider. */
export const usualForms: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.entries(usualAnswers).map(([provider, piece]) => [
    `usual ${provider}`,
    { kind: "text", type: events, piece, length: Buffer.byteLength(piece) },
  ]),
);

export const endlessForms: Readonly<Record<string, Form>> = {
  deltas: { kind: "text", type: events, piece: line({ content: heron }).repeat(100) },
  "small deltas": { kind: "text", type: events, piece: line({ content: "h" }).repeat(200) },
  reasoning: { kind: "text", type: events, piece: line({ reasoning_content: heron }).repeat(100) },
  arguments: { kind: "text", type: events, piece: argumentsOf(heron).repeat(100) },
  "small arguments": { kind: "text", type: events, piece: argumentsOf("h").repeat(200) },
  "small reasoning": { kind: "text", type: events, piece: line({ reasoning_content: "h" }).repeat(200) },
  "empty chunks": { kind: "text", type: events, piece: line({}).repeat(200) },
  comments: { kind: "text", type: events, piece: ": waiting\n\n".repeat(5000) },
  "one line": { kind: "text", type: events, start: 'data: {"choices":[{"delta":{"content":"', piece: heron.repeat(200) },
  "wide line": { kind: "text", type: events, start: 'data: {"choices":[{"delta":{"content":"', piece: `${heron.repeat(50)}水` },
  "another choice": { kind: "text", type: events, start: line({ content: "a" }), piece: anotherChoice.repeat(200) },
  "many values": { kind: "text", type: events, piece: `data: {"choices":[${"{},".repeat(7e6)}{}]}\n\n` },
  "lines of data": { kind: "text", type: events, piece: 'data: {"a":\n'.repeat(5000) },
  "lines of braces": { kind: "text", type: "text/plain", start: "{\n", piece: "}\n".repeat(30_000) },
  "JSON of a text": { kind: "text", type: json, start: '{"choices":[{"message":{"content":"', piece: heron.repeat(200) },
  "compressed text": { kind: "text", type: events, piece: line({ content: heron }).repeat(100), isCompressed: true },
  "compressed line": { kind: "text", type: events, start: "data: ", piece: heron.repeat(200), isCompressed: true },
  "small deltas of Gemini": { kind: "text", dialect: "google", type: events, piece: geminiText("h").repeat(200) },
  "small arguments of Claude": {
    kind: "text",
    dialect: "anthropic",
    type: events,
    start: event({ type: "message_start", message }) + claudeCall,
    piece: claudeArguments.repeat(200),
  },
  "small arguments of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    start: responseStart,
    piece: responseArguments.repeat(200),
  },
  "small deltas of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    start: responseStart + responseText,
    piece: responseDelta("output_text", "m").repeat(200),
  },
  "small reasoning of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    start: responseStart + responseReasoning,
    piece: responseDelta("reasoning_summary_text", "r").repeat(200),
  },
  "unknown events of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    piece: event({ type: "unknown", text: heron }).repeat(100),
  },
  "citations of Claude": {
    kind: "text",
    dialect: "anthropic",
    type: events,
    start: event({ type: "message_start", message }) + claudeText,
    piece: claudeCitation("c").repeat(100),
  },
  "long citations of Claude": {
    kind: "text",
    dialect: "anthropic",
    type: events,
    start: event({ type: "message_start", message }) + claudeText,
    piece: claudeCitation(heron.repeat(40)).repeat(10),
  },
  "lines of data of Claude": { kind: "text", dialect: "anthropic", type: events, piece: "data: a\n".repeat(5000) },
  "annotations of Responses": {
    kind: "text",
    dialect: "openai",
    type: events,
    start: responseStart + responseText,
    piece: responseAnnotations,
  },
  calls: { kind: "text", type: events, piece: manyCalls.map((call) => line({ tool_calls: [call] })).join("") },
  "calls in one event": { kind: "text", type: events, piece: line({ tool_calls: manyCalls }) },
  "details of reasoning": { kind: "text", type: events, piece: Array.from({ length: 20_000 }, thought).join("") },
  "extension of a chunk": {
    kind: "text",
    type: events,
    isRaw: true,
    start: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;a=",
    piece: "a".repeat(50_000),
  },
  "early hints": { kind: "text", type: events, isRaw: true, piece: "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(1000) },
  "empty members of gzip": { kind: "text", type: events, encoding: "gzip", piece: Buffer.concat(Array(3000).fill(gzipSync(""))) },
  "counts of tokens": {
    kind: "text",
    type: events,
    piece: `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}\n\n`.repeat(500),
  },
  "lines of text": { kind: "text", type: "text/plain", piece: `${heron}\n`.repeat(200) },
  "text of a known size": {
    kind: "text",
    type: json,
    length: largest - 1,
    start: '{"choices":[{"message":{"content":"',
    piece: heron.repeat(200),
  },
  "text of Responses of a known size": {
    kind: "text",
    dialect: "openai",
    type: json,
    length: largest - 1,
    start: '{"output":[{"type":"message","content":[{"type":"output_text","text":"',
    piece: `${heron.repeat(200)}水`,
  },
  "error of a text": { kind: "text", type: json, start: '{"error":{"message":"', piece: heron.repeat(200), status: 500 },
  "image in JSON": { kind: "image", type: json, start: '{"data":[{"b64_json":"iVBORw0KGgoA', piece: base64 },
  "image as data URI": { kind: "image", type: json, start: '{"data":[{"url":"data:image/png;base64,iVBORw0KGgoA', piece: base64 },
  "image in bytes": { kind: "image", type: "image/png", start: pngStart, piece: randomBytes(65_536) },
  "image of a known size": { kind: "image", type: "image/png", length: largest, start: pngStart, piece: randomBytes(65_536) },
  "image in JSON of a known size": {
    kind: "image",
    type: json,
    length: largest,
    start: '{"data":[{"b64_json":"iVBORw0KGgoA',
    piece: base64,
  },
  "compressed image": { kind: "image", type: json, start: '{"data":[{"b64_json":"', piece: "A".repeat(65_536), isCompressed: true },
  "JSON of an image": { kind: "image", type: json, start: '{"data":[', piece: '{"revised_prompt":"a heron"},'.repeat(2000) },
  "text of an image": { kind: "image", type: json, start: '{"message":"', piece: heron.repeat(200) },
  sound: { kind: "audio", type: "audio/mpeg", piece: randomBytes(65_536) },
  "sound of a known size": { kind: "audio", type: "audio/mpeg", length: largest, piece: randomBytes(65_536) },
  "values of a known size": { kind: "text", type: json, length: largest, start: '{"choices":[', piece: "{},".repeat(20_000) },
  "sound in JSON": { kind: "audio", type: json, start: '{"audio":"', piece: base64 },
  "sound in events": { kind: "audio", type: events, piece: event({ type: "speech.audio.delta", audio: base64.slice(0, 32_768) }) },
  "sound in large events": { kind: "audio", type: events, piece: event({ type: "speech.audio.delta", audio: base64.repeat(4) }) },
  "images in events": { kind: "image", type: events, piece: event({ type: "image_generation.completed", b64_json: base64 }) },
  "images in a list of JSON": { kind: "image", type: json, start: '{"data":[', piece: `${JSON.stringify({ b64_json: base64 })},` },
  "sound in lines of JSON": { kind: "audio", type: json, piece: `${JSON.stringify({ audio_base64: base64.slice(0, 32_768) })}\n` },
  "state of a video": { kind: "video", type: json, start: '{"id":"v","status":"', piece: heron.repeat(200) },
};

function send(
  { type, start = "", piece, isCompressed, encoding: named, isRaw, status = 200, length }: Form,
  response: ServerResponse,
): void {
  const raw = isRaw ? response.socket : null;
  const encoding = isCompressed || named ? { "content-encoding": "gzip" } : {};
  if (!raw)
    response.writeHead(status, { "content-type": type, ...encoding, ...(length === undefined ? {} : { "content-length": length }) });
  const body = raw ?? (isCompressed ? createGzip({ level: 9 }) : response);
  if (isCompressed) (body as ReturnType<typeof createGzip>).pipe(response);
  let left = length ?? Number.POSITIVE_INFINITY;
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part).subarray(0, left);
    left -= bytes.byteLength;
    return body.write(bytes);
  };
  add(start);
  const write = () => {
    while (!response.destroyed && left > 0) if (!add(piece)) return;
    if (left === 0) body.end();
  };
  body.on("drain", write);
  write();
}

function sendWhole(form: WholeForm, response: ServerResponse): void {
  const answer = wholeAnswer(form);
  response.writeHead(200, { "content-type": form.type, ...(form.isChunked ? {} : { "content-length": answer.byteLength }) });
  response.end(answer);
}

if (import.meta.main) {
  const models = JSON.stringify({ object: "list", data: ["text", "image", "audio", "video"].map((id) => ({ id, object: "model" })) });
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === "/v1/models") response.writeHead(200, { "content-type": json }).end(models);
    else if (request.method === "POST" && request.url === "/v1/videos") response.writeHead(200, { "content-type": json }).end('{"id":"v"}');
    else {
      const endlessOrUsual = { ...endlessForms, ...usualForms };
      const names = Object.keys({ ...endlessOrUsual, ...wholeForms });
      const form = names.find((name) => body.includes(JSON.stringify(`form: ${name}`))) ?? "state of a video";
      const [sent, whole] = [endlessOrUsual[form], wholeForms[form]];
      if (sent) send(sent, response);
      else if (whole) sendWhole(whole, response);
    }
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
  });
}
