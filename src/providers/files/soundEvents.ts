/**
 * A sound whose parts are sent one by one: as server-sent events, as lines of JSON, or as a JSON array. Sources: OpenAI, "Create speech"
 * (`stream_format`); Gemini API, `streamGenerateContent`; ElevenLabs, "Stream speech with timing"; Hume, "Text-to-speech (Streamed JSON)";
 * Inworld, "Synthesize speech stream"; MiniMax, "T2A"; Cartesia, "TTS (SSE)".
 */
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { isUnusual, rawTypeOf, readRawName } from "../../media/files/rawSamples.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import { type FileContent, sourceOf, wholeOf } from "../fileContent.ts";
import { EngineError } from "../providerError.ts";
import { addUsage, noCounts, type UsageCounts } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import { listContents, tryReadInline } from "./readContent.ts";

interface SoundEvents {
  /** Texts for `readContent`, or names of files. */
  parts: readonly string[];
  mediaType: string | undefined;
  /** Of all events. undefined: none reports any. */
  counts: UsageCounts | undefined;
}

const headLength = 256;

/** undefined: the answer is something else. @throws StreamedError for an event that is an error, and EngineError without a sound */
export async function readSoundEvents(content: FileContent): Promise<SoundEvents | undefined> {
  const head = (await sourceOf(content).read(0, headLength)).toString("latin1");
  const isEvents = /^(?:\xef\xbb\xbf)?\s*(?::|(?:data|event|id|retry):)/.test(head);
  if (!isEvents && !/^(?:\xef\xbb\xbf)?\s*[{[]/.test(head)) return undefined;
  const text = Buffer.from(await wholeOf(content)).toString();
  const events = isEvents ? dataOf(text) : partsOfJson(text);
  if (events === undefined) return undefined;
  const parts: string[] = [];
  let counts: UsageCounts | undefined;
  for (const data of events) {
    const event = tryParseJson(data);
    parts.push(...partsOf(data, event, parts.length > 0));
    counts = countsIn(event, counts) ?? counts;
  }
  // A list of links or texts.
  if (!isEvents && (parts.length === 0 || parts.some((part) => /^https?:/i.test(part)))) return undefined;
  if (parts.length === 0) throw new EngineError("its events contain no sound.");
  return { parts, mediaType: typeIn(text), counts };
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

function dataOf(text: string): string[] {
  return text.split(/\r\n?\r\n?|\n\n/).flatMap((block) => {
    const lines = block.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
    const data = lines.map((line) => line.slice("data:".length).trim());
    // Some servers leave the empty lines out, and an event may have several lines.
    const whole = data.join("\n");
    return (tryParseJson(whole) === undefined ? data : [whole]).filter((one) => one !== "" && one !== "[DONE]");
  });
}

/** undefined: it is one value, or not JSON. */
function partsOfJson(text: string): string[] | undefined {
  const whole = tryParseJson(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole.map((one) => JSON.stringify(one)) : undefined;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => isFields(tryParseJson(line))) ? lines : undefined;
}

/** A shorter text is a word, such as of a ping. */
const shortestContent = 64;

function partsOf(data: string, event: unknown, followsPart: boolean): string[] {
  if (isErrorValue(event)) throw new StreamedError(event, { followsPart });
  if (event === undefined) return data.length >= shortestContent && tryReadInline(data) ? [data] : [];
  const own = typeof event === "object" && event !== null && "delta" in event && typeof event.delta === "string" ? event.delta : undefined;
  return own === undefined ? listContents(withoutDelta(event)) : [own];
}

/** The events of chat completions have their parts of an answer in `delta`. */
function withoutDelta(event: unknown): unknown {
  if (!isFields(event) || !Array.isArray(event.choices)) return event;
  return { choices: event.choices.map((choice) => (isFields(choice) && isFields(choice.delta) ? choice.delta : choice)) };
}
