/** Reads files in the forms in which providers send them: base64 in either alphabet, data URIs, links, and JSON that contains one of these. */
import { Base64Decoder } from "./base64Decoder.ts";
import { isFields } from "./errorReason.ts";
import { EngineError } from "./providerError.ts";

export interface ReadContent {
  bytes: Uint8Array;
  mediaType: string | undefined;
}

export type Download = (link: string) => Promise<Uint8Array>;

/** A data URI's part before its content is not longer. */
const longestHead = 1024;

/** @throws EngineError if the text is none of these; what `download` throws */
export async function readContent(content: string, download: Download): Promise<ReadContent> {
  const text = content.trim();
  const uri = /^data:([^,]*),/i.exec(text.slice(0, longestHead));
  if (uri) return readDataUri(uri[1] ?? "", text.slice(uri[0].length));
  if (/^https?:\/\//i.test(text)) return { bytes: await download(text), mediaType: undefined };
  const bytes = decodeBase64(text);
  if (bytes) return { bytes, mediaType: undefined };
  if (isRelativeLink(text)) return { bytes: await download(text), mediaType: undefined };
  throw new EngineError("its file is not base64.");
}

/** Source: RFC 2397. A `%` without two hexadecimal digits stands for itself, because SVG is often sent without encoding. */
function readDataUri(head: string, content: string): ReadContent {
  const [type, ...parameters] = head.split(";").map((part) => part.trim());
  const mediaType = type || undefined;
  if (parameters.some((parameter) => parameter.toLowerCase() === "base64")) {
    const bytes = decodeBase64(decodePercent(content));
    if (!bytes) throw new EngineError("its file is not base64.");
    return { bytes, mediaType };
  }
  const characters = Buffer.from(content).toString("latin1");
  return { bytes: Buffer.from(decodePercent(characters), "latin1"), mediaType };
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function decodeBase64(text: string): Uint8Array | undefined {
  const characters = Buffer.from(/\s/.test(text) ? text.replace(/\s+/g, "") : text, "latin1");
  const decoder = new Base64Decoder(characters.length);
  return decoder.add(characters) ? decoder.end() : undefined;
}

const isRelativeLink = (text: string) => text.length < longestHead && /^[\w./~%-]+\.\w{2,5}(?:\?\S*)?$/.test(text);

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
];
const contentNames = [
  "b64_json",
  "b64",
  "base64",
  "image_base64",
  "audio_base64",
  "url",
  "uri",
  "image_url",
  "audio_url",
  "video_url",
  "data",
  "content",
  "image",
  "audio",
  "video",
];

/** The contents of an answer, one for each file, as texts for `readContent`. */
export function listContents(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap((entry) => contentOf(entry) ?? []);
  if (!isFields(body)) return [];
  const own = contentOf(body);
  if (own !== undefined) return [own];
  for (const name of listNames) {
    const found = listContents(typeof body[name] === "string" ? [body[name]] : body[name]);
    if (found.length > 0) return found;
  }
  return [];
}

function contentOf(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry.trim() === "" ? undefined : entry;
  if (!isFields(entry)) return undefined;
  for (const name of contentNames) {
    const value = entry[name];
    const text = isFields(value) ? value.url : value;
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  return undefined;
}
