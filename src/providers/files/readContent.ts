/** Reads files in the forms in which providers send them: base64 in either alphabet, data URIs, links, and JSON that contains one of these. */
import { isUtf8 } from "node:buffer";
import { findFormat } from "../../contract/fileFormats.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { isFields, saysNothing } from "../errorReason.ts";
import { EngineError } from "../providerError.ts";
import { Base64Decoder, encodingOf } from "./base64Decoder.ts";

export interface ReadContent {
  bytes: Uint8Array;
  mediaType: string | undefined;
}

export type Download = (link: string) => Promise<Uint8Array>;

/** Of Google's and Amazon's storage, to which Veo writes if its `storageUri` is set. */
export const bucketLink = /^(?:gs|s3):\/\/\S{1,1024}$/i;

/** A data URI's part before its content is not longer. */
const longestHead = 1024;

/** @throws EngineError if the text is none of these; what `download` throws */
export async function readContent(content: string, download: Download): Promise<ReadContent> {
  const text = content.trim();
  if (isLink(text)) return { bytes: await download(text), mediaType: undefined };
  const inline = readInline(text);
  if (inline) return inline;
  // Whoever owns the bucket can still fetch the file there.
  if (bucketLink.test(text))
    throw new EngineError(`it put its file into a bucket that is not read from here (let it send the file or an https link): ${text}`);
  if (/^[a-z][a-z0-9+.-]{0,20}:/i.test(text)) throw new EngineError("it sent a link that cannot be followed.");
  throw notBase64();
}

/** Whether the content is an http link, or a path on the provider's machine. */
export function isLink(content: string): boolean {
  const text = content.trim();
  if (/^https?:\/\//i.test(text)) return true;
  if (!isRelativeLink(text)) return false;
  // A path such as "/images/a1b2c3d4" is base64, too.
  const inline = readInline(text);
  return inline === undefined || !isKnown(inline.bytes);
}

/** The content of a data URI or of base64; undefined: the text is neither. @throws EngineError if a data URI contains no base64 */
export function readInline(content: string): ReadContent | undefined {
  const text = content.trim();
  const uri = /^data:([^,]*),/i.exec(text.slice(0, longestHead));
  if (uri) return readDataUri(uri[1] ?? "", text.slice(uri[0].length));
  const bytes = decodeBase64(text);
  return bytes && { bytes, mediaType: undefined };
}

/** The same; undefined for what cannot be read, too. */
export function tryReadInline(content: string): ReadContent | undefined {
  try {
    return readInline(content);
  } catch {
    return undefined;
  }
}

/** A file of more bytes is not read as a text that may contain another one. */
const longestFileText = 16 * 1024 ** 2;

/**
 * The content in a text that is sent in the place of a file: JSON with a link or base64, a data URI, base64 or a link alone. undefined: it
 * is a file, or another text. `isName`: whether a text is the name of a file that was taken out of it.
 */
export function contentInText(given: Uint8Array, isName: (text: string) => boolean): string | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length > longestFileText || findFormat(bytes) !== undefined || !isUtf8(bytes)) return undefined;
  const text = bytes.toString().trim();
  const content = /^[{[]/.test(text) ? listContents(parseJson(text))[0] : text;
  if (content === undefined || isName(content) || /^(?:https?:\/)?\/\S+$/i.test(content)) return content;
  const inline = tryReadInline(content);
  return inline && findFormat(inline.bytes) !== undefined ? content : undefined;
}

/** A file of a known format, or a text, such as an SVG or the reason why there is no file. */
function isKnown(bytes: Uint8Array): boolean {
  return findFormat(bytes) !== undefined || (isUtf8(bytes) && bytes.every((byte) => byte > 0x1f || byte === 0x0a));
}

const notBase64 = () => new EngineError("its file is not base64.");

/** Source: RFC 2397. A `%` without two hexadecimal digits stands for itself, because SVG is often sent without encoding. */
function readDataUri(head: string, content: string): ReadContent {
  const [type, ...parameters] = head.split(";").map((part) => part.trim());
  const mediaType = type || undefined;
  if (parameters.some((parameter) => parameter.toLowerCase() === "base64")) {
    // Some engines write the start of the URI twice.
    if (/^data:/i.test(content.slice(0, 5))) return readDataUri(type ?? "", content.slice(content.indexOf(",") + 1));
    const bytes = decodeBase64(content);
    if (!bytes) throw notBase64();
    return { bytes, mediaType };
  }
  const characters = Buffer.from(content).toString("latin1");
  const bytes = Buffer.from(decodePercent(characters), "latin1");
  // Some engines leave the word base64 out.
  const decoded = findFormat(bytes) === undefined ? decodeBase64(content) : undefined;
  return decoded && findFormat(decoded) !== undefined ? { bytes: decoded, mediaType } : { bytes, mediaType };
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Base64 in either alphabet, also with line ends, with spaces in the place of plus signs, in quotes, or encoded for an address. */
function decodeBase64(text: string): Uint8Array | undefined {
  const compact = /\s/.test(text) ? joinLines(text) : text;
  return decodeExact(compact) ?? (/[%\\"']/.test(text) ? decodeExact(unwrap(text)) : undefined);
}

function decodeExact(text: string): Uint8Array | undefined {
  const characters = Buffer.from(text, "latin1");
  const decoder = new Base64Decoder(characters.length, encodingOf(text));
  return decoder.add(characters) ? decoder.end() : undefined;
}

/** Forms turn a plus sign into a space. Then the length is only right with it. */
function joinLines(text: string): string {
  const joined = text.replace(/\s+/g, "");
  const isForm = joined.length % 4 !== 0 && !/[\r\n\t]/.test(text) && text.length % 4 === 0;
  return isForm ? text.replaceAll(" ", "+") : joined;
}

/** Removes what programs write around a text, or in it for line ends and for signs. */
function unwrap(text: string): string {
  return decodePercent(text.replace(/^b?(["'])([\s\S]*)\1$/, "$2").replace(/\\[rnt/]/g, (sign) => (sign === "\\/" ? "/" : ""))).replace(
    /\s+/g,
    "",
  );
}

const isRelativeLink = (text: string) =>
  text.length < longestHead &&
  (/^[\w./~%-]+\.\w{2,5}(?:\?\S*)?$/.test(text) || /^(?:\.{0,2}\/|[\w-]+\/)[\w./~%:@-]*(?:\?\S*)?$/.test(text));

/** Where answers contain their files, and how an entry names its content; the first one that is not empty is taken. */
const listNames = [
  "data",
  "images",
  "videos",
  "audios",
  "output",
  "outputs",
  "results",
  "result",
  "artifacts",
  "files",
  "image",
  "audio",
  "video",
  "predictions",
  "generations",
  "assets",
  "base64",
  "image_base64",
  "image_urls",
  "generatedImages",
  "generatedSamples",
];
/** Of Gemini and of chat completions: they also contain texts. */
const wrapperNames = ["candidates", "choices", "message", "content", "parts", "response"];
const contentNames = [
  "b64_json",
  "b64",
  "base64",
  "image_base64",
  "audio_base64",
  "audioContent",
  "audio_content",
  "audio_data",
  "encodedAudio",
  "audioFile",
  "imageBase64",
  "bytesBase64Encoded",
  "imageBytes",
  "url",
  "uri",
  "OutputUri",
  // Songs have covers.
  "audio_url",
  "audioUrl",
  "image_url",
  "video_url",
  "sample",
  "file",
  "imageUrl",
  "imageURL",
  "inlineData",
  "inline_data",
  "result",
  "data",
  "content",
  "image",
  "audio",
  "video",
];

/** How deep contents are searched. */
const deepest = 6;

/** The contents of an answer, one for each file, as texts for `readContent`. */
export function listContents(body: unknown, depth = 0): string[] {
  if (depth > deepest) return [];
  if (Array.isArray(body)) return body.flatMap((entry) => listEntry(entry, depth));
  if (!isFields(body)) return [];
  const own = contentOf(body, 0);
  if (own !== undefined && !isWords(own)) return [own];
  for (const name of listNames) {
    const found = listContents(typeof body[name] === "string" ? [body[name]] : body[name], depth + 1);
    if (found.length > 0) return found;
  }
  for (const name of contentNames) {
    const found = Array.isArray(body[name]) ? listContents(body[name], depth + 1) : [];
    if (found.length > 0) return found;
  }
  if ("0" in body) return listContents(Object.values(body), depth + 1);
  for (const name of wrapperNames) {
    const found = listContents(body[name], depth + 1);
    if (found.length > 0) return found;
  }
  return own === undefined ? [] : [own];
}

/** A longer text is a file, or too long for words about one. */
const longestWords = 65_536;

/** Chat models write words beside their images. */
const isWords = (text: string) => text.length <= longestWords && !isLink(text) && tryReadInline(text) === undefined;

function listEntry(entry: unknown, depth: number): string[] {
  const content = contentOf(entry, 0);
  return content === undefined ? listContents(entry, depth + 1) : [content];
}

function contentOf(entry: unknown, depth: number): string | undefined {
  if (typeof entry === "string") return saysNothing(entry) ? undefined : entry;
  if (!isFields(entry) || depth > 2) return undefined;
  for (const name of contentNames) {
    const value = entry[name];
    const text = isFields(value) ? contentOf(value, depth + 1) : value;
    if (typeof text === "string" && !saysNothing(text)) return targetOf(text);
  }
  return undefined;
}

/** The target of an image in Markdown, as proxies write it into the text of a chat completion; otherwise the text itself. */
function targetOf(text: string): string {
  const start = text.slice(0, longestHead).indexOf("![");
  const open = start < 0 ? -1 : text.indexOf("](", start);
  const end = open < 0 ? -1 : text.indexOf(")", open);
  return end < 0 ? text : text.slice(open + 2, end).trim();
}
