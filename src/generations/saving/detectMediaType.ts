/** Detects a file's media type and extension from its first bytes. */
import { fileTypeFromBuffer } from "file-type";
import { audioOnlyFormat, type FileFormat, type FormatName, formatOfMediaType, formatOfName } from "../../contract/fileFormats.ts";
import { type Kind, kindTable } from "../../contract/kind.ts";
import { isSvg } from "../../contract/svg.ts";
import { openFileSource } from "../../media/files/byteSource.ts";
import { recognize } from "../../media/files/recognize.ts";

export interface DetectedType {
  mediaType: string;
  /** Includes the dot. */
  ending: string;
}

const headBytes = 64 * 1024;
const unknownType: DetectedType = { mediaType: "application/octet-stream", ending: ".bin" };
const plainText: DetectedType = { mediaType: "text/plain", ending: ".txt" };

/**
 * The types that services generate. Everything else, such as an archive, a document with macros or a program, gets a neutral extension, so
 * that nothing opens it.
 */
const media = /^(?:image|audio|video)\/|^application\/ogg$/;

/** Formats whose files need not have a signature at the start. */
const unsigned: ReadonlySet<FormatName> = new Set(["aac", "au", "csv", "h264", "l16", "md", "mp3", "mpg", "pcm", "tga"]);

/**
 * Reads the start of a file. If its bytes do not identify it, `declared`, the type that the service reported, is used if it is one of
 * `unsigned`. Containers of video may contain only audio: the request's `kind`, or what the service reports, decides.
 */
export async function detectMediaType(path: string, declared?: string, kind?: Kind): Promise<DetectedType> {
  const detected = await detectFile(path);
  const named = formatOfMediaType(declared);
  const shownAs = kind === undefined ? "text" : kindTable[kind].shownAs;
  const isSound = shownAs === "audio" || (shownAs === "text" && named?.kind === "audio");
  const sound = isSound ? audioOnlyFormat(detected.mediaType) : undefined;
  if (sound !== undefined) return typeOf(sound);
  if (detected.ending !== unknownType.ending && detected.ending !== plainText.ending) return detected;
  const isText = named?.mediaType.startsWith("text/") === true;
  return named === undefined || !unsigned.has(named.format) || isText !== (detected === plainText) ? detected : typeOf(named);
}

function typeOf({ mediaType, ending }: FileFormat): DetectedType {
  return { mediaType, ending: `.${ending}` };
}

async function detectFile(path: string): Promise<DetectedType> {
  const source = await openFileSource(path);
  try {
    const known = await recognize(source);
    if (known !== undefined && media.test(known.mediaType)) return typeOf(known);
    return await detectHead(Buffer.from(await source.read(0, headBytes)));
  } finally {
    await source.close();
  }
}

async function detectHead(head: Uint8Array): Promise<DetectedType> {
  const detected = await fileTypeFromBuffer(head).catch(() => undefined);
  if (detected !== undefined && detected.mime !== "application/xml") {
    const [mediaType = ""] = detected.mime.split(";", 1);
    if (!media.test(mediaType)) return unknownType;
    const known = formatOfMediaType(mediaType);
    // A variant with an ending of its own, such as APNG, would be opened by fewer programs.
    const ending = known !== undefined && formatOfName(`.${detected.ext}`) === undefined ? known.ending : detected.ext;
    return { mediaType: known?.mediaType ?? mediaType, ending: `.${ending}` };
  }
  const text = readText(head);
  if (text === undefined) return unknownType;
  return isSvg(text) ? { mediaType: "image/svg+xml", ending: ".svg" } : plainText;
}

/** Decodes the bytes as text; undefined if they are not text. A character that is cut off at the end of the head is not an error. */
function readText(head: Uint8Array): string | undefined {
  const encoding = encodingOf(head);
  if (head.length === 0 || (encoding === "utf-8" && head.includes(0))) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** By the byte order mark, or by a first character `<`. Source: XML 1.0, appendix F. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}
