/** Makes the sound of an answer a file that players open: samples without a header get one. */
import { isUtf8 } from "node:buffer";
import { ArrivingFile } from "../../media/files/arrivingFile.ts";
import { type Piece, readPieces, sourceOfPieces } from "../../media/files/pieces.ts";
import {
  expandSamples,
  isUnusual,
  likelyEndianness,
  type RawSamples,
  rawTypeOf,
  readRawName,
  readRawType,
  usualSamples,
  wavHead,
} from "../../media/files/rawSamples.ts";
import { recognize } from "../../media/files/recognize.ts";
import { contentSize, type FileContent, sourceOf, wholeOf } from "../fileContent.ts";

/** Bytes that show in which order the samples are. */
const checkedLength = 64 * 1024;
/** Types that leave open how samples are written. */
const plainType = /^\s*audio\/(?:x-)?(?:pcm|raw)\s*(?:;\s*(?:sample[-_]?)?rate=\d+\s*)?$/i;

/** Another type than those with which servers send samples without describing them: it is no such sound, as `audio/x-gsm`. */
const otherType = /^\s*(?:audio|image|video)\/(?!(?:(?:x-|vnd\.)?wave?|octet-stream|\*)\s*(?:;|$))/i;
/** The first bytes of other files than those in the table of formats: ZIP, gzip, 7-Zip, SILK, Impulse Tracker, IRCAM, SoX. Source: the magic of `file`. */
const otherFiles = [
  "PK\x03\x04",
  "\x1f\x8b\x08",
  "7z\xbc\xaf",
  "#!SILK",
  "\x02#!SILK",
  "IMPM",
  "d\xa3\x01\0",
  "d\xa3\x02\0",
  ".SoX",
  "XoS.",
];
/** Other files of IFF. */
const iffFile = /^FORM[\s\S]{4}[A-Z\d]{4}/;
/** The name of a format, as NIST, FastTracker and MATLAB begin with one. Samples of 16 bits would be too loud, others can be silence. */
const lettersAtStart = /^[\t\n\r -~]{12}/;

export interface TypedSound {
  content: FileContent;
  mediaType: string | undefined;
}

/** `asked`: the format that was asked for, in lower case. What is no sound remains as it is. */
export async function completeSound({ content, mediaType }: TypedSound, asked: string | undefined): Promise<TypedSound> {
  const source = sourceOf(content);
  if ((await recognize(source)) !== undefined) return { content, mediaType };
  const head = await source.read(0, checkedLength);
  const named = readRawName(asked);
  const type = named === undefined ? mediaType : typeOf(mediaType, named);
  const declared = readRawType(type);
  const start = head.toString("latin1", 0, 16);
  const isOpen = declared !== undefined || !otherType.test(mediaType ?? "");
  const isOther =
    otherFiles.some((bytes) => start.startsWith(bytes)) || iffFile.test(start) || (declared === undefined && lettersAtStart.test(start));
  if (isOther) return { content, mediaType: isOpen ? undefined : mediaType };
  const isSound = isBinary(head) || (declared !== undefined && !isUtf8(head));
  if (!isSound || (declared === undefined && !(isOpen && asked === "wav"))) return { content, mediaType };
  if (named !== undefined) return { content, mediaType: type };
  const { coding, ...given } = declared ?? usualSamples;
  const isCompanded = coding === "mulaw" || coding === "alaw";
  const form: RawSamples = isCompanded ? { ...given, bits: 16 } : { ...given, ...(coding === undefined ? {} : { coding }) };
  const samples = isCompanded ? expandSamples(await wholeOf(content), coding) : await inLittleEndian(content, form, head);
  return {
    content: await changed(samples, [wavHead(form, contentSize(samples)), { from: 0, to: contentSize(samples) }]),
    mediaType: "audio/wav",
  };
}

/** The type of samples that were asked for. What a type says of them has precedence. */
function typeOf(mediaType: string | undefined, named: RawSamples): string {
  const declared = readRawType(mediaType, named.rate);
  if (mediaType === undefined || declared === undefined) return isUnusual(named) ? rawTypeOf(named) : "audio/pcm";
  return isUnusual(named) && plainType.test(mediaType) ? rawTypeOf({ ...named, rate: declared.rate }) : mediaType;
}

/** Texts, such as an error, have no such bytes. */
const isBinary = (head: Buffer) => head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));

/** The order of WAV files. */
async function inLittleEndian(content: FileContent, { bits, coding, endianness }: RawSamples, head: Buffer): Promise<FileContent> {
  const width = bits / 8;
  if (width === 1) return content;
  const guessed = width === 4 || coding === "float" ? "little" : likelyEndianness(head, width === 3 ? 3 : 2);
  if ((endianness ?? guessed) === "little") return content;
  const bytes = Buffer.from(await wholeOf(content));
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes.subarray(0, bytes.length - (bytes.length % width));
}

/** A changed file, which is on the disk if the original is. The original on the disk is removed. */
export async function changed(content: FileContent, pieces: readonly Piece[], source = sourceOf(content)): Promise<FileContent> {
  if (!("close" in content)) return sourceOfPieces(source, pieces).read(0, Number.POSITIVE_INFINITY);
  const made = new ArrivingFile();
  try {
    for await (const bytes of readPieces(source, pieces)) await made.add(bytes);
  } catch (error) {
    await made.close();
    throw error;
  }
  await content.close();
  return made;
}
