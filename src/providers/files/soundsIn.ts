/** The sounds of an answer: some servers answer with JSON or events that contain the audio, or a link to it. */
import { parseJson } from "../../contract/parseJson.ts";
import { currentCall } from "../callContext.ts";
import { isErrorValue } from "../errorReason.ts";
import type { AnsweredFile } from "../fileContent.ts";
import type { UsageCounts } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import { findAnswered } from "./answeredFiles.ts";
import { otherContents } from "./otherContents.ts";
import { contentInText, listContents } from "./readContent.ts";
import { countsIn, readSoundEvents, typeIn } from "./soundEvents.ts";

interface AnsweredSounds {
  /** A text is one for `readContent`. */
  contents: { content: string | Uint8Array | AnsweredFile; mediaType?: string | undefined }[];
  /** undefined: the answer reports none. */
  counts?: UsageCounts | undefined;
}

/** `type`: the media type of the answer. @throws StreamedError for an error in the place of a sound */
export async function soundsIn(bytes: Uint8Array, files: Map<string, AnsweredFile>, type: string | undefined): Promise<AnsweredSounds> {
  const answered = findAnswered(files, bytes);
  const mediaType = answered && isWav(bytes) ? typeOfSamples(bytes) : type?.startsWith("audio/") ? type : undefined;
  const events = await readSoundEvents(answered?.content ?? bytes, { kind: "audio", files, share: currentCall().share });
  if (events !== undefined)
    return { contents: [{ content: events.content, mediaType: events.mediaType ?? mediaType }], counts: events.counts };
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
