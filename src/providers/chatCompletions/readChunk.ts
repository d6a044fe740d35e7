/** Reads one chunk of a chat completion field by field: what is good is kept, what is odd is repaired or left out. */
import type { JSONValue } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import { mostCalls } from "../files/answerLimits.ts";
import { type AnswerPath, answerPaths, type ChunkFields, firstAt, messageFields, unlessEmpty } from "./answerPaths.ts";
import type { CallPiece } from "./callCollector.ts";
import { asCompletion } from "./otherInterfaces.ts";
import { imagesOf, indexOf, listOf, readCall, readParts, reasoningText, textOf } from "./readParts.ts";
import { readPlainDelta, type TextDelta } from "./readPlainDelta.ts";
import { returnedFields } from "./returnedReasoning.ts";

export interface Chunk {
  reasoning: string;
  /** The field in which the reasoning was sent; undefined: in the content, or none. */
  reasoningField: string | undefined;
  /** The fields with reasoning that is returned unchanged; undefined: there are none. */
  returned: Fields | undefined;
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
  const opened: ChunkFields = { value, choice: choiceOf(value, index), message: {} };
  const notice = noticeIn(opened);
  if (notice !== undefined) return { type: "notice", text: notice };
  const error = errorIn(opened);
  if (error !== undefined) return { type: "error", error };
  const delta = firstAt(opened, answerPaths.delta, messageOf);
  const whole = firstAt(opened, answerPaths.wholeMessage, messageOf);
  const message = delta && hasContent(delta) ? delta : (whole ?? delta ?? {});
  const isWhole = message === whole;
  const chunk: ChunkFields = { ...opened, message };
  const content = readParts(firstAt(chunk, answerPaths.content, unlessEmpty));
  const isThought = isMarkedThought(message);
  const thought = firstAt(chunk, answerPaths.reasoning, readThought);
  const calls = readCalls(chunk, answerPaths.calls, answerPaths.olderCall);
  const others = calls.length > 0 ? calls : readCalls(chunk, answerPaths.choiceCalls, answerPaths.olderChoiceCall);
  return {
    type: "chunk",
    chunk: {
      reasoningField: thought?.field,
      returned: returnedFields(message),
      reasoning: thought?.text || content.reasoning || (isThought ? content.text.replace(/^<thought>/, "") : ""),
      text: (isThought ? "" : content.text) || textOf(firstAt(chunk, answerPaths.transcript, unlessEmpty)),
      refusal: declinedIn(chunk) || content.refusal,
      images: [...content.images, ...imagesOf(firstAt(chunk, answerPaths.images, unlessEmpty))],
      calls: others.length > 0 ? others : content.calls,
      annotations: [...listOf(firstAt(chunk, answerPaths.annotations, unlessEmpty)), ...content.annotations].flatMap(readAnnotation),
      sources: sourcesOf(chunk),
      finishReason: finishReasonOf(chunk),
      usage: usageOf(chunk),
      isWhole,
      isComplete: !delta && value.done !== false && value.stop !== false,
      index: indexOf(chunk.choice.index),
    },
  };
}

function textChunk({ text, reasoning, index }: TextDelta): Chunk {
  return {
    reasoning,
    reasoningField: reasoning === "" ? undefined : "reasoning_content",
    returned: undefined,
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

function noticeIn(chunk: ChunkFields): string | undefined {
  if ((chunk.value.choices ?? undefined) !== undefined) return undefined;
  return firstAt(chunk, answerPaths.notice, (text) => (typeof text === "string" && text.trim() !== "" ? text : undefined));
}

/** What the engine says instead of an answer, or beside the part of it that it has sent. */
function errorIn(chunk: ChunkFields): unknown {
  const { choice } = chunk;
  if (isErrorValue(choice) || (typeof choice.error_message === "string" && choice.error_message !== "")) return choice;
  // SGLang's reason for an answer that it refuses.
  const stopped = isFields(choice.finish_reason) ? choice.finish_reason : {};
  if (typeof stopped.message === "string" && stopped.message !== "") return stopped;
  return firstAt(chunk, answerPaths.errorBeside, (beside) => {
    const error = isFields(beside) ? { error: beside.error } : undefined;
    return isErrorValue(error) ? error : undefined;
  });
}

/** Some engines send a text or a list in place of the object. */
function messageOf(value: unknown): Fields | undefined {
  if (typeof value === "string") return { content: value };
  return isFields(value) ? value : listOf(value).find(isFields);
}

const hasContent = (message: Fields) =>
  messageFields.some((name) => {
    const value = unlessEmpty(message[name]);
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });

function readThought(value: unknown, { names }: AnswerPath): { field: string | undefined; text: string } | undefined {
  const text = reasoningText(value);
  return text === "" ? undefined : { field: names.at(-1), text };
}

function declinedIn(chunk: ChunkFields): string {
  const { refusal, text } = readParts(firstAt(chunk, answerPaths.refusal, unlessEmpty));
  return refusal + text;
}

/** Content that Gemini and gpt-oss mark as a thought. */
function isMarkedThought({ channel, extra_content: extra }: Fields): boolean {
  const google = isFields(extra) ? extra.google : undefined;
  return channel === "analysis" || (isFields(google) && google.thought === true);
}

function sourcesOf(chunk: ChunkFields): Source[] {
  const found = firstAt(chunk, answerPaths.sources, (list) => (Array.isArray(list) && list.length > 0 ? list : undefined));
  return listOf(found).flatMap((source) => {
    const { url, link, title } = isFields(source) ? source : { url: source, link: undefined, title: undefined };
    const target = url ?? link;
    return typeof target === "string" && /^https?:/i.test(target) ? [{ url: target, title: textOf(title) || undefined }] : [];
  });
}

function readCalls(chunk: ChunkFields, paths: readonly AnswerPath[], olderPaths: readonly AnswerPath[]): CallPiece[] {
  const read = (value: unknown) => unlessEmpty(typeof value === "string" ? parseJson(value) : value);
  const calls = firstAt(chunk, paths, read);
  const list = (isFields(calls) ? callsIn(calls) : listOf(calls).flat()).filter(isFields);
  const older = list.length === 0 ? firstAt(chunk, olderPaths, read) : undefined;
  // One more is refused when it is collected.
  const few = list.slice(0, mostCalls + 1);
  return [...few, ...(isFields(older) ? [{ function: older }] : [])].map(readCall).filter(hasValue);
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

/** An empty reason, or "null", means that the answer continues. */
function finishReasonOf(chunk: ChunkFields): string | undefined {
  const { value } = chunk;
  const found = firstAt(chunk, answerPaths.finishReason, readReason);
  return found ?? (value.done === true || value.stop === true ? "stop" : undefined);
}

function readReason(value: unknown): string | undefined {
  const reason = isFields(value) ? (value.type ?? value.reason) : value;
  if (typeof reason === "number") return geminiReasons[reason];
  const isReason = typeof reason === "string" && !/^(?:|null|none|finish_reason_unspecified)$/i.test(reason.trim());
  return isReason ? reason.trim() : undefined;
}

/** Ollama and llama.cpp count in the chunk itself. */
function usageOf(chunk: ChunkFields): unknown {
  const { value } = chunk;
  const found = firstAt(chunk, answerPaths.usage, (usage) => [usage].flat().find(isFields));
  return found ?? ("prompt_eval_count" in value || "tokens_evaluated" in value ? value : undefined);
}
