/** Reads one chunk of a chat completion field by field: what is good is kept, what is odd is repaired or left out. */
import type { JSONValue } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { compatibleName } from "../dialects/compatibleName.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import type { CallPiece } from "./callCollector.ts";

export interface Chunk {
  reasoning: string;
  text: string;
  refusal: string;
  /** Links or data URIs. */
  images: string[];
  calls: CallPiece[];
  annotations: JSONValue[];
  /** Web pages of the whole answer, to which its text refers as [1], [2], … */
  sources: Source[];
  finishReason: string | undefined;
  usage: unknown;
  /** The texts are those of the whole answer, which may have been sent before. */
  isWhole: boolean;
  /** The index of the choice that was read; undefined: it has none. */
  index: number | undefined;
}

export interface Source {
  url: string;
  title: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
export type ChunkValue = { type: "chunk"; chunk: Chunk } | { type: "error"; error: unknown } | { type: "nothing" };

/** `event`: the name of the server-sent event, "" for none. `index`: that of the answer's choice; undefined: not known yet. */
export function readChunk(value: unknown, event: string, index: number | undefined): ChunkValue {
  if (event === "ping" || !isFields(value)) return event === "error" ? { type: "error", error: value } : { type: "nothing" };
  if (event === "error" || isErrorValue(value)) return { type: "error", error: value };
  const choice = choiceOf(value, index);
  if (isErrorValue(choice)) return { type: "error", error: choice };
  // Groq ends an answer early with an error beside it.
  for (const beside of [value.x_groq, choice.delta, choice.message]) {
    const error = isFields(beside) ? { error: beside.error } : undefined;
    if (isErrorValue(error)) return { type: "error", error };
  }
  const delta = messageOf(choice.delta) ?? messageOf(value.delta);
  const whole = messageOf(choice.message) ?? messageOf(value.message);
  const message = delta && hasContent(delta) ? delta : (whole ?? delta ?? {});
  const isWhole = message === whole;
  const content = readContent(message.content ?? choice.text ?? choice.content ?? value.content ?? value.response);
  return {
    type: "chunk",
    chunk: {
      reasoning: reasoningOf(message) || content.reasoning,
      text: content.text,
      refusal: textOf(message.refusal),
      images: [...content.images, ...imagesOf(message.images)],
      calls: readCalls(message),
      annotations: listOf(message.annotations).flatMap((annotation) => jsonSchema.safeParse(annotation).data ?? []),
      sources: sourcesOf(value),
      finishReason: finishReasonOf(choice, value),
      usage: usageOf(value, choice),
      isWhole,
      index: indexOf(choice.index),
    },
  };
}

const jsonSchema = z.json();
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Only one choice is ever asked for: of several in one chunk, the others are left out. */
function choiceOf({ choices, candidates }: Fields, index: number | undefined): Fields {
  if (isFields(choices)) return isFields(choices["0"]) ? choices["0"] : choices;
  const found = listOf(choices ?? candidates).filter(isFields);
  return found.find((choice) => indexOf(choice.index) === (index ?? 0)) ?? found[0] ?? {};
}

/** Some engines send a text or a list in place of the object. */
function messageOf(value: unknown): Fields | undefined {
  if (typeof value === "string") return { content: value };
  return isFields(value) ? value : listOf(value).find(isFields);
}

const contentFields = [
  "content",
  "reasoning_content",
  "reasoning",
  "reasoning_text",
  "reasoning_details",
  "thinking",
  "refusal",
  "tool_calls",
  "function_call",
  "images",
];
const hasContent = (message: Fields) =>
  contentFields.some((name) => {
    const value = message[name];
    return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  });

/** A text, or a number that stands for one. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

interface Content {
  text: string;
  reasoning: string;
  images: string[];
}

/** How deep parts inside parts are read. */
const deepest = 5;

/** Content is a text, a part or a list of parts, which may contain others. */
function readContent(value: unknown, content: Content = { text: "", reasoning: "", images: [] }, depth = 0): Content {
  if (Array.isArray(value) && depth < deepest) for (const part of value) readContent(part, content, depth + 1);
  else if (isFields(value)) readPart(value, content, depth);
  else content.text += textOf(value);
  return content;
}

function readPart(part: Fields, content: Content, depth: number): void {
  if (["thinking", "reasoning", "thought"].includes(String(part.type)) || part.thought === true) content.reasoning += reasoningText(part);
  else if (part.type === "image_url" || part.type === "image") content.images.push(...imagesOf([part]));
  else if (depth < deepest) {
    const inner = [part.text, part.content, part.value, part.parts].find((one) => one !== undefined && one !== null && one !== "");
    readContent(inner, content, depth + 1);
  }
}

/** Reasoning has many names; engines that send several repeat the same text. */
function reasoningOf(message: Fields): string {
  for (const name of ["reasoning_content", "reasoning", "reasoning_text", "thinking", "thinking_content"]) {
    const text = reasoningText(message[name]);
    if (text !== "") return text;
  }
  return reasoningText(message.reasoning_details);
}

/** `{type: "reasoning.text", text}`, `{type: "reasoning.summary", summary}`, `{type: "thinking", thinking: [{type: "text", text}]}`. */
function reasoningText(value: unknown): string {
  if (Array.isArray(value)) return value.map(reasoningText).join("");
  if (!isFields(value)) return textOf(value);
  for (const name of ["text", "summary", "thinking", "content", "reasoning"]) {
    const text = reasoningText(value[name]);
    if (text !== "") return text;
  }
  return "";
}

/** `{type: "image_url", image_url: {url}}`, as OpenRouter sends generated images. */
function imagesOf(value: unknown): string[] {
  return listOf(value).flatMap((image) => {
    if (!isFields(image)) return typeof image === "string" && /^data:/i.test(image) ? [image] : [];
    const link = isFields(image.image_url) ? image.image_url.url : (image.image_url ?? image.url);
    return typeof link === "string" && link !== "" ? [link] : [];
  });
}

/** Perplexity's `citations` and `search_results`, xAI's `citations`. */
function sourcesOf({ citations, search_results: results }: Fields): Source[] {
  return listOf(Array.isArray(results) && results.length > 0 ? results : citations).flatMap((source) => {
    const { url, title } = isFields(source) ? source : { url: source, title: undefined };
    return typeof url === "string" && /^https?:/i.test(url) ? [{ url, title: textOf(title) || undefined }] : [];
  });
}

function readCalls(message: Fields): CallPiece[] {
  const { tool_calls: calls, function_call: call } = message;
  const list = isFields(calls) ? callsIn(calls) : listOf(calls);
  return [...list, ...(isFields(call) && list.length === 0 ? [{ function: call }] : [])].flatMap((piece) =>
    isFields(piece) ? [readCall(piece)] : [],
  );
}

/** One call, or calls by their indexes. */
function callsIn(calls: Fields): unknown[] {
  const isOne = ["function", "name", "arguments", "id"].some((name) => name in calls);
  return isOne ? [calls] : Object.entries(calls).map(([index, call]) => (isFields(call) ? { index, ...call } : call));
}

/** Older engines write the name and the arguments beside the id. */
function readCall(piece: Fields): CallPiece {
  const called = isFields(piece.function) ? piece.function : piece;
  const name = textOf(called.name).trim();
  const id = textOf(piece.id).trim();
  return {
    index: indexOf(piece.index),
    id: id === "" ? undefined : id,
    name: name === "" ? undefined : name,
    arguments: argumentsOf(called.arguments ?? called.parameters ?? called.input),
    metadata: signatureOf(piece),
  };
}

function indexOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function argumentsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

const signatureSchema = z.object({ extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }) });

/** Gemini requires the signature of a call back. */
function signatureOf(piece: Fields): CallPiece["metadata"] {
  if (piece.extra_content === undefined) return undefined;
  const found = signatureSchema.safeParse(piece).data;
  return found && { [compatibleName]: { thoughtSignature: found.extra_content.google.thought_signature } };
}

/** Ollama's own interface has `done_reason`. An empty reason, or "null", means that the answer continues. */
function finishReasonOf(choice: Fields, value: Fields): string | undefined {
  for (const given of [choice.finish_reason, choice.finishReason, value.finish_reason, value.done_reason]) {
    const reason = isFields(given) ? (given.type ?? given.reason) : given;
    if (typeof reason === "string" && !/^(?:|null|none)$/i.test(reason.trim())) return reason.trim();
  }
  return value.done === true || value.stop === true ? "stop" : undefined;
}

/** Groq, Moonshot, Gemini, llama.cpp and Ollama report the usage in other places. */
function usageOf(value: Fields, choice: Fields): unknown {
  const inGroq = isFields(value.x_groq) ? value.x_groq.usage : undefined;
  const found = [value.usage, choice.usage, inGroq, value.usageMetadata, value.usage_metadata, value.timings].flat().find(isFields);
  return found ?? ("prompt_eval_count" in value || "tokens_evaluated" in value ? value : undefined);
}
