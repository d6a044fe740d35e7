/**
 * A sound whose parts are sent one by one: as server-sent events, as lines of JSON, or as a JSON array. Sources: OpenAI, "Create speech"
 * (`stream_format`); Gemini API, `streamGenerateContent`; ElevenLabs, "Stream speech with timing"; Hume, "Text-to-speech (Streamed JSON)";
 * Inworld, "Synthesize speech stream"; MiniMax, "T2A"; Cartesia, "TTS (SSE)".
 */
import { tryParseJson } from "../../contract/tryParseJson.ts";
import type { ByteSource } from "../../media/files/byteSource.ts";
import { isUnusual, rawTypeOf, readRawName } from "../../media/files/rawSamples.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import { type AnsweredFile, type FileContent, sourceOf } from "../fileContent.ts";
import { EngineError } from "../providerError.ts";
import { addUsage, noCounts, type UsageCounts } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import { findAnswered } from "./answeredFiles.ts";
import { largestEvent, largestFacts } from "./answerLimits.ts";
import type { TextEncoding } from "./base64Decoder.ts";
import { listContents, tryReadInline } from "./readContent.ts";
import { isHexPart, joinParts } from "./soundParts.ts";
import { sourceLines } from "./sourceLines.ts";
import type { FileTarget } from "./stringFiles.ts";

interface SoundEvents {
  content: AnsweredFile;
  mediaType: string | undefined;
  /** Of all events. undefined: none reports any. */
  counts: UsageCounts | undefined;
}

interface SoundEvent {
  text: string;
  /** Of the text as JSON. */
  value: unknown;
}

const headLength = 256;

/**
 * Reads the events twice, because only all of them show how their parts are encoded. undefined: the answer is something else.
 * @throws StreamedError for an event that is an error, and EngineError without a sound
 */
export async function readSoundEvents(content: FileContent, target: FileTarget): Promise<SoundEvents | undefined> {
  const source = sourceOf(content);
  const head = (await source.read(0, headLength)).toString("latin1");
  const isEvents = /^(?:\xef\xbb\xbf)?\s*(?::|(?:data|event|id|retry):)/.test(head);
  if (!isEvents && !/^(?:\xef\xbb\xbf)?\s*[{[]/.test(head)) return undefined;
  const readEvents = isEvents ? () => eventsOf(source) : await readerOfJson(source);
  if (readEvents === undefined) return undefined;
  const facts = new EventFacts();
  let first: string | undefined;
  let isOnly = true;
  let encoding: TextEncoding = "base64";
  let counts: UsageCounts | undefined;
  for await (const events of readEvents()) {
    for (const event of events) {
      const parts = partsOf(event, first !== undefined);
      const isOther = event.value === undefined || parts.some((part) => /^https?:/i.test(part));
      if (isOther && !isEvents) return undefined;
      facts.add(event.text);
      counts = countsIn(event.value, counts) ?? counts;
      for (const part of parts) {
        isOnly = first === undefined;
        first ??= part;
        if (!target.files.has(part) && isHexPart(part)) encoding = "hex";
      }
    }
  }
  if (first === undefined && !isEvents) return undefined;
  if (first === undefined) throw new EngineError("its events contain no sound.");
  const only = isOnly ? findAnswered(target.files, first) : undefined;
  return { content: only ?? (await joinParts(partsIn(readEvents()), encoding, target)), mediaType: typeIn(facts.text), counts };
}

/** The tokens that an answer or an event reports beside a sound, after earlier ones. Sources: OpenAI, `speech.audio.done`; Gemini, `usageMetadata`. */
export const countsIn = (value: unknown, earlier: UsageCounts = noCounts): UsageCounts | undefined =>
  isFields(value) ? addUsage(earlier, value.usage ?? value.usageMetadata) : undefined;

/** The type of a sound that JSON states beside it, or of samples of the form and rate that it states. */
export function typeIn(text: string): string | undefined {
  const type = /"mime_?type"\s*:\s*"(audio\/[^"]*)"/i.exec(text)?.[1];
  if (type !== undefined && !/^audio\/(?:x-)?(?:pcm|raw)$/i.test(type)) return type;
  const rate = /"(?:audio_?)?sampl(?:e|ing)_?rate(?:_?hertz|_?hz)?"\s*:\s*(\d{4,6})\b/i.exec(text)?.[1];
  const names = [...text.matchAll(/"(?:audio_?|output_?)?(?:encoding|format|codec)"\s*:\s*"([^"]{1,40})"/gi)];
  const named = names.map(([, name]) => readRawName(name)).find((form) => form !== undefined && isUnusual(form));
  if (named !== undefined) return rawTypeOf({ ...named, rate: Number(rate ?? named.rate) });
  return rate === undefined ? type : `audio/pcm;rate=${rate}`;
}

/** What events state beside their sound. */
class EventFacts {
  text = "";

  add(text: string): void {
    if (this.text.length >= longestFacts) return;
    const facts = text.replace(/"[^"]{64,}"/g, '""');
    // A part of a string keeps the whole in memory.
    this.text += Buffer.from(facts).toString();
  }
}

const longestFacts = 64 * 1024;

const eventOf = (text: string): SoundEvent => ({ text, value: tryParseJson(text) });

async function* eventsOf(source: ByteSource): AsyncGenerator<Iterable<SoundEvent>> {
  const lines = new DataLines();
  for await (const group of sourceLines(source)) yield lines.read(group);
  yield lines.end();
}

/** Some servers leave the empty lines out, and an event may have several lines. */
class DataLines {
  /** Of an event that is not complete. */
  #open: string[] = [];
  #length = 0;

  /** Events are read one by one, so that each is freed before the next one needs memory. */
  *read(lines: readonly string[]): Generator<SoundEvent> {
    for (const line of lines) yield* this.#add(line);
  }

  /** The events that are complete with the line. */
  #add(line: string): SoundEvent[] {
    if (line === "") return this.end();
    if (!line.startsWith("data:")) return [];
    const event = eventOf(line.slice("data:".length).trim());
    if (this.#open.length === 0 && (event.value !== undefined || !/^[{["]/.test(event.text))) return event.text === "" ? [] : [event];
    this.#open.push(event.text);
    this.#length += event.text.length;
    return this.#length > largestEvent ? this.end() : [];
  }

  end(): SoundEvent[] {
    const open = this.#open.splice(0);
    this.#length = 0;
    const whole = eventOf(open.join("\n"));
    const events = whole.value === undefined ? open.map(eventOf) : [whole];
    return events.filter(({ text }) => text !== "" && text !== "[DONE]");
  }
}

/** Of the values of a list, or of lines. undefined: it is one value. */
async function readerOfJson(source: ByteSource): Promise<(() => AsyncGenerator<Iterable<SoundEvent>>) | undefined> {
  if (source.size > largestFacts) return () => jsonLinesOf(source);
  const whole = tryParseJson((await source.read(0, source.size)).toString());
  if (whole === undefined) return () => jsonLinesOf(source);
  if (!Array.isArray(whole)) return undefined;
  return async function* () {
    yield whole.map((value) => ({ text: JSON.stringify(value), value }));
  };
}

async function* jsonLinesOf(source: ByteSource): AsyncGenerator<Iterable<SoundEvent>> {
  for await (const group of sourceLines(source)) yield jsonLines(group);
}

function* jsonLines(lines: readonly string[]): Generator<SoundEvent> {
  for (const line of lines) if (line.trim() !== "") yield eventOf(line);
}

async function* partsIn(events: AsyncIterable<Iterable<SoundEvent>>): AsyncGenerator<string> {
  for await (const group of events) for (const event of group) yield* partsOf(event, true);
}

/** A shorter text is a word, such as of a ping. */
const shortestContent = 64;

/** The contents of an event, as texts for `readContent`. @throws StreamedError for an error */
function partsOf({ text, value }: SoundEvent, followsPart: boolean): string[] {
  if (isErrorValue(value)) throw new StreamedError(value, { followsPart });
  if (value === undefined) return text.length >= shortestContent && tryReadInline(text) ? [text] : [];
  const own = isFields(value) && typeof value.delta === "string" ? value.delta : undefined;
  return own === undefined ? listContents(withoutDelta(value)) : [own];
}

/** The events of chat completions have their parts of an answer in `delta`. */
function withoutDelta(event: unknown): unknown {
  if (!isFields(event) || !Array.isArray(event.choices)) return event;
  return { choices: event.choices.map((choice) => (isFields(choice) && isFields(choice.delta) ? choice.delta : choice)) };
}
