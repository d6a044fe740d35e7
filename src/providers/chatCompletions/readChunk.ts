/** Reads one chunk of a chat completion field by field: what is good is kept, what is odd is repaired or left out. */
import type { JSONValue } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import type { CallPiece } from "./callCollector.ts";
import { asCompletion } from "./otherInterfaces.ts";
import { imagesOf, indexOf, listOf, readCall, readContent, reasoningText, textOf } from "./readParts.ts";
import { readPlainDelta, type TextDelta } from "./readPlainDelta.ts";

export interface Chunk {
  reasoning: string;
  /** The field in which the reasoning was sent; undefined: in the content, or none. */
  reasoningField: string | undefined;
  /** OpenRouter's `reasoning_details`, which are returned unchanged. */
  details: unknown;
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
  /** Nothing of the answer is missing, if it consists of this chunk. */
  isComplete: boolean;
  /** The index of the choice that was read; undefined: it has none. */
  index: number | undefined;
}

export interface Source {
  url: string;
  title: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
export type ChunkValue =
  | { type: "chunk"; chunk: Chunk }
  | { type: "error"; error: unknown }
  /** Words that are no answer, and an error only if none follows. */
  | { type: "notice"; text: string }
  | { type: "nothing" };

/** `event`: the name of the server-sent event, "" for none. `index`: that of the answer's choice; undefined: not known yet. */
export function readChunk(given: unknown, event: string, index: number | undefined): ChunkValue {
  if (event === "ping" || !isFields(given)) return event === "error" ? { type: "error", error: given } : { type: "nothing" };
  const simple = event === "" ? readPlainDelta(given) : undefined;
  if (simple) return { type: "chunk", chunk: textChunk(simple) };
  const value = asCompletion(given);
  if (event === "error" || isErrorValue(value)) return { type: "error", error: value };
  const notice = noticeIn(value);
  if (notice !== undefined) return { type: "notice", text: notice };
  const choice = choiceOf(value, index);
  if (isErrorValue(choice) || (typeof choice.error_message === "string" && choice.error_message !== ""))
    return { type: "error", error: choice };
  // SGLang's reason for an answer that it refuses.
  const stopped = isFields(choice.finish_reason) ? choice.finish_reason : {};
  if (typeof stopped.message === "string" && stopped.message !== "") return { type: "error", error: stopped };
  // Groq ends an answer early with an error beside it.
  for (const beside of [value.x_groq, choice.delta, choice.message]) {
    const error = isFields(beside) ? { error: beside.error } : undefined;
    if (isErrorValue(error)) return { type: "error", error };
  }
  // Azure's answers about own data have a list of messages.
  const delta = messageOf(choice.delta) ?? messageOf(messageOf(choice.messages)?.delta) ?? messageOf(value.delta);
  const whole = messageOf(choice.message) ?? messageOf(value.message);
  const message = delta && hasContent(delta) ? delta : (whole ?? delta ?? {});
  const isWhole = message === whole;
  const texts = [
    message.content,
    message.text,
    message.output_text,
    choice.text,
    choice.content,
    value.content,
    value.response,
    value.text,
  ];
  const content = readContent(texts.find((text) => text !== undefined && text !== null && text !== ""));
  const isThought = isMarkedThought(message);
  const reasoningField = reasoningFieldOf(message);
  const ownCalls = readCalls(message);
  const calls = ownCalls.length > 0 ? ownCalls : readCalls(choice);
  return {
    type: "chunk",
    chunk: {
      reasoningField,
      details: message.reasoning_details,
      reasoning:
        (reasoningField && reasoningText(message[reasoningField])) ||
        content.reasoning ||
        (isThought ? content.text.replace(/^<thought>/, "") : ""),
      // A model that speaks sends the words of its voice.
      text: (isThought ? "" : content.text) || (isFields(message.audio) ? textOf(message.audio.transcript) : ""),
      refusal: declinedIn(message) || content.refusal,
      images: [...content.images, ...imagesOf(message.images)],
      calls: calls.length > 0 ? calls : content.calls,
      annotations: [...listOf(message.annotations), ...content.annotations].flatMap(readAnnotation),
      sources: sourcesOf(value),
      finishReason: finishReasonOf(choice, value, message),
      usage: usageOf(value, choice, message),
      isWhole,
      isComplete: !delta && value.done !== false && value.stop !== false,
      index: indexOf(choice.index),
    },
  };
}

function textChunk({ text, index }: TextDelta): Chunk {
  return {
    reasoning: "",
    reasoningField: undefined,
    details: undefined,
    text,
    refusal: "",
    images: [],
    calls: [],
    annotations: [],
    sources: [],
    finishReason: undefined,
    usage: undefined,
    isWhole: false,
    isComplete: false,
    index: indexOf(index),
  };
}

const jsonSchema = z.json();

/** Those of the Responses interface have no object of their own for what is cited. */
function readAnnotation(given: unknown): JSONValue[] {
  const isFlat = isFields(given) && typeof given.url === "string" && given.url_citation === undefined;
  const read = jsonSchema.safeParse(isFlat ? { type: "url_citation", url_citation: given } : given).data;
  return read === undefined ? [] : [read];
}

/** Only one choice is ever asked for: of several in one chunk, the others are left out. */
function choiceOf({ choices }: Fields, index: number | undefined): Fields {
  if (isFields(choices)) return isFields(choices["0"]) ? choices["0"] : choices;
  const found = listOf(choices)
    .flat()
    .map((choice) => (typeof choice === "string" ? { text: choice } : choice))
    .filter(isFields);
  return found.find((choice) => indexOf(choice.index) === (index ?? 0)) ?? found[0] ?? {};
}

/** The words of a chunk without an answer, e.g. that a request waits, or the reason of an engine that marks no error. */
function noticeIn({ choices, message, detail, msg }: Fields): string | undefined {
  if (choices !== undefined && choices !== null) return undefined;
  return [message, detail, msg].find((text): text is string => typeof text === "string" && text.trim() !== "");
}

/** Some engines send a text or a list in place of the object. */
function messageOf(value: unknown): Fields | undefined {
  if (typeof value === "string") return { content: value };
  return isFields(value) ? value : listOf(value).find(isFields);
}

const reasoningFields = [
  "reasoning_content",
  "reasoning",
  "reasoning_text",
  "thinking",
  "thinking_content",
  "thought",
  "thoughts",
  "reasoning_details",
  "thinking_blocks",
];
const contentFields = [
  ...reasoningFields,
  "content",
  "text",
  "output_text",
  "refusal",
  "tool_calls",
  "toolCalls",
  "tool_call",
  "function_call",
  "images",
  "audio",
];
const hasContent = (message: Fields) =>
  contentFields.some((name) => {
    const value = message[name];
    return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  });

/** Reasoning has many names; engines that send several repeat the same text. */
const reasoningFieldOf = (message: Fields): string | undefined => reasoningFields.find((name) => reasoningText(message[name]) !== "");

function declinedIn({ refusal: given }: Fields): string {
  const { refusal, text } = readContent(given);
  return refusal + text;
}

/** Content that Gemini and gpt-oss mark as a thought. */
function isMarkedThought({ channel, extra_content: extra }: Fields): boolean {
  const google = isFields(extra) ? extra.google : undefined;
  return channel === "analysis" || (isFields(google) && google.thought === true);
}

/** Perplexity's `citations` and `search_results`, xAI's `citations`, Zhipu's `web_search`, DashScope's `search_info`. */
function sourcesOf({ citations, search_results: results, web_search: search, search_info: info }: Fields): Source[] {
  const lists = [results, isFields(info) ? info.search_results : undefined, search, citations].map(listOf);
  return (lists.find((list) => list.length > 0) ?? []).flatMap((source) => {
    const { url, link, title } = isFields(source) ? source : { url: source, link: undefined, title: undefined };
    const target = url ?? link;
    return typeof target === "string" && /^https?:/i.test(target) ? [{ url: target, title: textOf(title) || undefined }] : [];
  });
}

function readCalls(message: Fields): CallPiece[] {
  const { tool_calls: given = message.toolCalls ?? message.tool_call, function_call: call } = message;
  const calls = typeof given === "string" ? parseJson(given) : given;
  const list = (isFields(calls) ? callsIn(calls) : listOf(calls).flat()).filter(isFields);
  const older = typeof call === "string" ? parseJson(call) : call;
  return [...list, ...(isFields(older) && list.length === 0 ? [{ function: older }] : [])].map(readCall).filter(hasValue);
}

/** Some gateways write an empty call beside the text. */
const hasValue = ({ id, name, arguments: written = "", metadata }: CallPiece) =>
  [id, name, metadata].some((value) => value !== undefined) || written !== "";

/** One call, or calls by their indexes. */
function callsIn(calls: Fields): unknown[] {
  const isOne = ["function", "name", "arguments", "id"].some((name) => name in calls);
  return isOne ? [calls] : Object.entries(calls).map(([index, call]) => (isFields(call) ? { index, ...call } : call));
}

/** Numbers of Gemini's enumeration `FinishReason`. */
const geminiReasons: readonly (string | undefined)[] = [undefined, "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"];

/** Ollama's own interface has `done_reason`. An empty reason, or "null", means that the answer continues. */
function finishReasonOf(choice: Fields, value: Fields, message: Fields): string | undefined {
  const reasons = [choice.finish_reason, choice.finishReason, value.finish_reason, value.done_reason, value.stop_type];
  for (const given of [...reasons, message.finish_reason, choice.finish_details, choice.stop_reason]) {
    const reason = isFields(given) ? (given.type ?? given.reason) : given;
    if (typeof reason === "string" && !/^(?:|null|none|finish_reason_unspecified)$/i.test(reason.trim())) return reason.trim();
    const numbered = typeof reason === "number" ? geminiReasons[reason] : undefined;
    if (numbered !== undefined) return numbered;
  }
  return value.done === true || value.stop === true ? "stop" : undefined;
}

/** Where engines report the usage: Groq, Moonshot, llama.cpp, Ollama, Cohere, Bedrock and proxies each have a place of their own. */
function usageOf(value: Fields, choice: Fields, message: Fields): unknown {
  const [inGroq, meta, metadata] = [value.x_groq, value.meta, value.metadata].map((each) => (isFields(each) ? each : {}));
  const usual = [value.usage, choice.usage, message.usage, inGroq?.usage, value.usage_metadata, value.usageMetadata, value.token_usage];
  const others = [meta?.usage, meta?.tokens, metadata?.usage, value["amazon-bedrock-invocationMetrics"], value.timings];
  const found = [...usual, ...others].flat().find(isFields);
  return found ?? ("prompt_eval_count" in value || "tokens_evaluated" in value ? value : undefined);
}
