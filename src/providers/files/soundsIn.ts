/** The sounds of an answer: some servers answer with JSON or events that contain the audio, or a link to it. */
import { parseJson } from "../../contract/parseJson.ts";
import { isErrorValue } from "../errorReason.ts";
import { type AnsweredFile, wholeOf } from "../fileContent.ts";
import type { UsageCounts } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import { findAnswered } from "./answeredFiles.ts";
import { encodingOf } from "./base64Decoder.ts";
import { otherContents } from "./otherContents.ts";
import { contentInText, listContents, readInline } from "./readContent.ts";
import { countsIn, readSoundEvents, typeIn } from "./soundEvents.ts";

interface AnsweredSounds {
  /** A text is one for `readContent`. */
  contents: { content: string | Uint8Array | AnsweredFile; mediaType?: string | undefined }[];
  /** undefined: the answer reports none. */
  counts?: UsageCounts | undefined;
}

/** `type`: the media type of the answer. @throws StreamedError for an error in the place of a sound */
export async function soundsIn(
  bytes: Uint8Array,
  files: ReadonlyMap<string, AnsweredFile>,
  type: string | undefined,
): Promise<AnsweredSounds> {
  const answered = findAnswered(files, bytes);
  const mediaType = answered && isWav(bytes) ? typeOfSamples(bytes) : type?.startsWith("audio/") ? type : undefined;
  const events = await readSoundEvents(answered?.content ?? bytes);
  if (events !== undefined) {
    const content = await joinParts(events.parts, files);
    return { contents: [{ content, mediaType: events.mediaType ?? mediaType }], counts: events.counts };
  }
  if (answered) return { contents: [{ content: answered, mediaType }] };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = /^\s*[{["]/.test(text.toString("latin1", 0, 64)) ? parseJson(text.toString()) : undefined;
  const known = listContents(value);
  const listed = known.length > 0 ? known : otherContents(value, "audio", (one) => files.has(one));
  const plain = typeof value === "string" ? Buffer.from(value) : text;
  const found = listed.length > 0 ? listed : [contentInText(plain, (one) => files.has(one))].filter((one) => one !== undefined);
  if (found.length === 0 && isErrorValue(value)) throw new StreamedError(value);
  if (found.length === 0) return { contents: [{ content: bytes, mediaType }] };
  const stated = listed.length > 0 ? typeIn(text.toString()) : undefined;
  const contents = found.map((one) => ({
    content: findAnswered(files, one) ?? one,
    ...(stated === undefined ? {} : { mediaType: stated }),
  }));
  return { contents, counts: countsIn(value) };
}

const isWav = (bytes: Uint8Array) => bytes.byteLength >= 44 && Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "RIFF";

/** Of the samples before which a package has written the header of a WAV file, as Google's does. */
function typeOfSamples(wav: Uint8Array): string {
  const head = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  return `audio/pcm;rate=${head.getUint32(24, true)};channels=${head.getUint16(22, true)}`;
}

const shortHex = /^[\da-f]{12,64}$/;

async function joinParts(parts: readonly string[], files: ReadonlyMap<string, AnsweredFile>): Promise<Buffer | AnsweredFile> {
  const [only] = parts.length === 1 ? parts : [];
  const whole = only === undefined ? undefined : findAnswered(files, only);
  if (whole) return whole;
  // A part may be too short to show alone that it consists of digits.
  const isHex = parts.some((part) => !files.has(part) && (encodingOf(part) === "hex" || (part.length % 2 === 0 && shortHex.test(part))));
  const read = (part: string) => (isHex ? Buffer.from(part, "hex") : readInline(part)?.bytes) ?? Buffer.alloc(0);
  const all = await Promise.all(parts.map((part) => wholeOf(findAnswered(files, part)?.content ?? read(part))));
  const last = Buffer.from(all.at(-1) ?? []);
  const before = Buffer.concat(all.slice(0, -1));
  // MiniMax's last event has the whole sound again.
  return before.equals(last) && last.some((byte) => byte !== last[0]) ? last : Buffer.concat([before, last]);
}
