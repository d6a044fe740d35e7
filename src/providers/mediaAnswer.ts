/** What a provider has answered for an image, audio or video: its files, or links to them, which can be stored and followed later. */
import * as z from "zod/mini";
import type { MediaKind } from "../contract/kind.ts";
import { sourceOfPieces } from "../media/files/pieces.ts";
import { recognize } from "../media/files/recognize.ts";
import { planRepair } from "../media/files/repair.ts";
import { audioFormats } from "../media/sounds/audioFormats.ts";
import { reportWarnings, withCall } from "./callContext.ts";
import { checkMedia } from "./checkMedia.ts";
import { type AnsweredFile, contentSize, type FileContent, sourceOf, wholeOf } from "./fileContent.ts";
import { findAnswered } from "./files/answeredFiles.ts";
import { completeSound } from "./files/completeSound.ts";
import { contentInText, isLink, readContent } from "./files/readContent.ts";
import type { Provider } from "./provider.ts";
import { EngineError, readProviderError } from "./providerError.ts";
import type { GenerationRequest } from "./request.ts";

export interface GeneratedFile {
  content: FileContent;
  mediaType: string | undefined;
  /** The same as base64 in chunks, if the provider sent it that way. */
  base64?: readonly Uint8Array[] | undefined;
}

interface ReportedUse {
  /** Token counts, if the provider reports them. */
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  cost: number | undefined;
}

export interface GeneratedMedia extends ReportedUse {
  files: GeneratedFile[];
}

/** A text is one for `readContent`. */
export interface AnsweredContent {
  content: string | Uint8Array | AnsweredFile;
  mediaType?: string | undefined;
}

export interface MediaAnswer extends ReportedUse {
  contents: readonly AnsweredContent[];
  /** The format to which the service converts the files. */
  convertTo?: string | undefined;
  /** The format that the provider was asked for. */
  asked?: string | undefined;
}

export const noUse: ReportedUse = { inputTokens: undefined, outputTokens: undefined, cost: undefined };

/** A result behind links, as JSON. */
const linkedResultSchema = z.object({
  links: z.array(z.object({ content: z.string(), mediaType: z.optional(z.string()) })).check(z.minLength(1)),
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  cost: z.optional(z.number()),
  convertTo: z.optional(z.string()),
  asked: z.optional(z.string()),
});
export type LinkedResult = z.infer<typeof linkedResultSchema>;

/** undefined: it is something else. */
export const readLinkedResult = (stored: unknown): LinkedResult | undefined => linkedResultSchema.safeParse(stored).data;

/** The most characters of contents beside links that are stored. */
const mostCharacters = 1024 ** 2;

/** undefined: no content is behind a link, or too much is not. */
export function linkedResultOf({ contents, inputTokens, outputTokens, cost, convertTo, asked }: MediaAnswer): LinkedResult | undefined {
  const links = contents.flatMap(({ content, mediaType }) =>
    typeof content === "string" ? [{ content, ...(mediaType === undefined ? {} : { mediaType }) }] : [],
  );
  const length = links.reduce((sum, { content }) => sum + content.length, 0);
  if (links.length < contents.length || length > mostCharacters || !links.some(({ content }) => isLink(content))) return undefined;
  const known = Object.entries({ inputTokens, outputTokens, cost, convertTo, asked }).filter(([, value]) => value !== undefined);
  return { links, ...Object.fromEntries(known) };
}

export const answerOfLinks = ({ links, ...known }: LinkedResult): MediaAnswer => ({ ...noUse, ...known, contents: links });

/** Converts an audio file to another format. Rejects if the bytes cannot be decoded. */
export type ConvertAudio = (bytes: Uint8Array, format: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Bytes at the start of a file that show whether it is one of the kind. */
const checkedLength = 64 * 1024;
/** Bytes of a sound that is converted, in memory: 90 minutes of speech in a WAV file. */
const largestConversion = 256 * 1024 ** 2;

export interface MediaReadOptions {
  provider: Provider;
  kind: MediaKind;
  /** What a text in the place of a file may repeat. */
  request: GenerationRequest;
  signal: AbortSignal;
  convert?: ConvertAudio;
}

/**
 * Reads each file of an answer, and checks that it is one of the kind. What cannot be read becomes a warning beside the others.
 * @throws the error of the first file, or EngineError, if there is no file.
 */
export async function readMediaAnswer({ contents, ...answer }: MediaAnswer, options: MediaReadOptions): Promise<GeneratedMedia> {
  const { provider, kind, request, signal } = options;
  const settled = await Promise.allSettled(
    contents.map(async (one) => {
      const file = await readFile(one, options, answer);
      checkMedia(kind, await sourceOf(file.content).read(0, checkedLength));
      return file;
    }),
  );
  signal.throwIfAborted();
  const files = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (files.length === 0) throw errors[0] ?? new EngineError("it sent no file.");
  const unread = errors.map((error) => `a file cannot be read: ${readProviderError(provider, request, error).message}`);
  reportWarnings(
    provider,
    request,
    unread.map((message) => ({ type: "other", message })),
  );
  const { inputTokens, outputTokens, cost } = answer;
  return { files, inputTokens, outputTokens, cost };
}

async function readFile(
  { content, mediaType }: AnsweredContent,
  { provider, kind, signal, convert }: MediaReadOptions,
  { convertTo, asked: given }: Pick<MediaAnswer, "convertTo" | "asked">,
): Promise<GeneratedFile> {
  const file = await readContentOf(content, kind, (link) => provider.download(link, signal));
  const known = { ...file, mediaType: mediaType ?? file.mediaType };
  if (kind !== "audio") return known;
  const asked = given?.toLowerCase();
  const sound = await completeSound(known, asked);
  const complete = sound.content === known.content ? { ...known, ...sound } : { ...sound, base64: undefined };
  const wanted = convertTo ?? audioFormats.find((name) => name === asked);
  const format = (await recognize(sourceOf(sound.content)))?.format;
  if (wanted === undefined || !convert || wanted === format || !audioFormats.some((name) => name === format)) return complete;
  if (contentSize(sound.content) > largestConversion) return complete;
  // The result is billed: if it cannot be converted, it is delivered as it is.
  const converted = await repaired(sound.content)
    .then((bytes) => convert(bytes, wanted, signal))
    .catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
  return converted === undefined ? complete : { content: converted, mediaType: undefined };
}

/** In memory, with its true sizes, and with the samples of files that were sent one behind another. */
async function repaired(content: FileContent): Promise<Uint8Array> {
  const pieces = await planRepair(sourceOf(content));
  return pieces === undefined ? wholeOf(content) : sourceOfPieces(sourceOf(content), pieces).read(0, Number.POSITIVE_INFINITY);
}

async function readContentOf(
  content: AnsweredContent["content"],
  kind: MediaKind,
  download: (link: string) => Promise<Uint8Array>,
): Promise<GeneratedFile> {
  if (typeof content !== "string")
    return content instanceof Uint8Array ? { content, mediaType: undefined } : { ...content, mediaType: undefined };
  const files = new Map<string, AnsweredFile>();
  const read = (one: string) => withCall({ kind, files }, () => readContent(one, download));
  const { bytes, mediaType } = await read(content);
  const found = findAnswered(files, bytes);
  if (found) return { ...found, mediaType };
  const inner = isLink(content) ? contentInText(bytes, (text) => files.has(text)) : undefined;
  if (inner === undefined) return { content: bytes, mediaType };
  const named = findAnswered(files, inner);
  if (named) return { ...named, mediaType: undefined };
  const second = await read(inner);
  return { ...(findAnswered(files, second.bytes) ?? { content: second.bytes }), mediaType: second.mediaType };
}
