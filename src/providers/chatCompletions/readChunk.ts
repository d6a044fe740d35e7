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
}

export interface Source {
  url: string;
  title: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
export type ChunkValue = { type: "chunk"; chunk: Chunk } | { type: "error"; error: unknown } | { type: "nothing" };

/** `event`: the name of the server-sent event, "" for none. */
export function readChunk(value: unknown, event: string): ChunkValue {
  if (event === "ping" || !isFields(value)) return event === "error" ? { type: "error", error: value } : { type: "nothing" };
  if (event === "error" || isErrorValue(value)) return { type: "error", error: value };
  const choice = choiceOf(value);
  if (isErrorValue(choice)) return { type: "error", error: choice };
  // Groq ends an answer early with an error beside it.
  if (isErrorValue(value.x_groq)) return { type: "error", error: value.x_groq };
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
    },
  };
}

const jsonSchema = z.json();
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Only one choice is ever asked for. */
function choiceOf({ choices }: Fields): Fields {
  if (isFields(choices)) return isFields(choices["0"]) ? choices["0"] : choices;
  const found = listOf(choices).filter(isFields);
  return found.find(({ index }) => index === 0 || index === "0") ?? found[0] ?? {};
}

/** Some engines send a text in place of the object. */
function messageOf(value: unknown): Fields | undefined {
  if (typeof value === "string") return { content: value };
  return isFields(value) ? value : undefined;
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

/** Content is a text or a list of parts. */
function readContent(value: unknown): Content {
  const content: Content = { text: "", reasoning: "", images: [] };
  if (!Array.isArray(value) && !isFields(value)) return { ...content, text: textOf(value) };
  for (const part of Array.isArray(value) ? value : [value]) {
    if (!isFields(part)) content.text += textOf(part);
    else if (part.type === "thinking" || part.type === "reasoning" || part.type === "thought") content.reasoning += reasoningText(part);
    else if (part.type === "image_url" || part.type === "image") content.images.push(...imagesOf([part]));
    else content.text += textOf(part.text) || textOf(part.content) || textOf(part.value);
  }
  return content;
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
  const list = isFields(calls) ? [calls] : listOf(calls);
  return [...list, ...(isFields(call) && list.length === 0 ? [{ function: call }] : [])].flatMap((piece) =>
    isFields(piece) ? [readCall(piece)] : [],
  );
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
  for (const reason of [choice.finish_reason, choice.finishReason, value.finish_reason, value.done_reason]) {
    if (typeof reason === "string" && !/^(?:|null|none)$/i.test(reason.trim())) return reason.trim();
  }
  return value.done === true ? "stop" : undefined;
}

/** Groq, Moonshot, Gemini, llama.cpp and Ollama report the usage in other places. */
function usageOf(value: Fields, choice: Fields): unknown {
  const inGroq = isFields(value.x_groq) ? value.x_groq.usage : undefined;
  const found = [value.usage, choice.usage, inGroq, value.usageMetadata, value.usage_metadata, value.timings].find(isFields);
  return found ?? (value.prompt_eval_count === undefined ? undefined : value);
}
