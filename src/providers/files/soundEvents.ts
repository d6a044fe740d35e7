/** A sound that is sent as server-sent events, each with a part of it. Sources: OpenAI, "Create speech" (`stream_format`); Gemini API, `streamGenerateContent`. */
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { isErrorValue, isFields, readErrorReason } from "../errorReason.ts";
import { type FileContent, sourceOf, wholeOf } from "../fileContent.ts";
import { EngineError } from "../providerError.ts";
import { listContents } from "./readContent.ts";

export interface SoundEvents {
  /** Texts for `readContent`, or names of files. */
  parts: readonly string[];
  mediaType: string | undefined;
}

const headLength = 256;

/** undefined: the answer is something else. Throws EngineError with the reason of an event that is an error. */
export async function readSoundEvents(content: FileContent): Promise<SoundEvents | undefined> {
  const head = (await sourceOf(content).read(0, headLength)).toString("latin1");
  if (!/^(?:\xef\xbb\xbf)?\s*(?::|(?:data|event|id|retry):)/.test(head)) return undefined;
  const text = Buffer.from(await wholeOf(content)).toString();
  const events = text.split(/\r\n?\r\n?|\n\n/).flatMap((block) => {
    const lines = block.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
    const data = lines.map((line) => line.slice("data:".length).trim()).join("\n");
    return data === "" || data === "[DONE]" ? [] : [data];
  });
  const parts = events.flatMap(partsOf);
  if (parts.length === 0) throw new EngineError("its events contain no sound.");
  return { parts, mediaType: /"mime_?type"\s*:\s*"(audio\/[^"]*)"/i.exec(text)?.[1] };
}

function partsOf(data: string): string[] {
  const event = tryParseJson(data);
  if (isErrorValue(event)) throw new EngineError(readErrorReason(data).message);
  const own = typeof event === "object" && event !== null && "delta" in event && typeof event.delta === "string" ? event.delta : undefined;
  return own === undefined ? listContents(withoutDelta(event)) : [own];
}

/** The events of chat completions have their parts of an answer in `delta`. */
function withoutDelta(event: unknown): unknown {
  if (!isFields(event) || !Array.isArray(event.choices)) return event;
  return { choices: event.choices.map((choice) => (isFields(choice) && isFields(choice.delta) ? choice.delta : choice)) };
}
