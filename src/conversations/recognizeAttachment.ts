/** Recognizes an attachment by its content. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Attachment } from "../chat/conversation/turn.ts";
import { findFormat, formatOfName, hasProperty } from "../contract/fileFormats.ts";
import { withVisibleTexts } from "../contract/hiddenCharacters.ts";
import type { LoadedAttachment } from "./drafts.ts";

const documentTypes: Record<string, string> = {
  ".pdf": "application/pdf",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** Bytes of a file's beginning that show whether it is text. */
const sampleSize = 8192;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** White space and the escape sequences of terminals: in an encoding of eight bits, text has no other control characters. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function hasOnlyTextBytes(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sampleSize).every((byte) => byte >= 0x20 || textControls.has(byte));
}

/** A PDF can consist of text. It ends with the position of its table of objects. Source: ISO 32000-1, 7.5.5. */
function isPdf(bytes: Uint8Array): boolean {
  const textAt = (from: number, to?: number) => String.fromCharCode(...bytes.subarray(from, to));
  const [, table] = /startxref\s+(\d{1,15})\s+%%EOF/.exec(textAt(-2048)) ?? [];
  return (
    /^%PDF-\d\.\d/.test(textAt(0, 9)) &&
    table !== undefined &&
    /^\s*(?:xref|\d+\s+\d+\s+obj)/.test(textAt(Number(table), Number(table) + 40))
  );
}

/** A text may begin like a file of another format, e.g. with "ID3 tags" or "Convert WEBP": then its other bytes show what it is. */
function recognize(name: string, bytes: Uint8Array): Pick<Attachment, "kind" | "mediaType"> {
  const found = findFormat(bytes, formatOfName(name)?.mediaType);
  if (hasOnlyTextBytes(bytes) && !(found?.format === "pdf" && isPdf(bytes)))
    return isUtf8(bytes) ? { kind: "text", mediaType: "text/plain" } : { kind: "document", mediaType: "application/octet-stream" };
  const mediaType = found?.mediaType ?? documentTypes[path.extname(name).toLowerCase()] ?? "application/octet-stream";
  const { kind = "document", format } = found ?? {};
  return { kind: kind === "image" && !hasProperty(format, "isShown") ? "document" : kind, mediaType };
}

/** Whether it is an image in a format that models do not read, which a browser may be able to convert. */
export function isConvertible({ kind, mediaType, url }: Attachment): boolean {
  return kind === "document" && mediaType.startsWith("image/") && url === undefined;
}

/** Whether a file was recognized by neither its content nor its name, so that it may be text in any encoding. */
export function isUnknown({ attachment }: LoadedAttachment): boolean {
  return attachment.kind === "text" || attachment.mediaType === "application/octet-stream";
}

export function attachText(name: string, text: string): LoadedAttachment {
  const content = Buffer.from(withVisibleTexts(text));
  return { attachment: { id: randomUUID(), name, size: content.byteLength, kind: "text", mediaType: "text/plain" }, content };
}

export function attachBytes(name: string, bytes: Uint8Array): LoadedAttachment {
  const recognized = recognize(name, bytes);
  if (recognized.kind === "text") return attachText(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return { attachment: { id: randomUUID(), name, size: bytes.byteLength, ...recognized }, content: bytes };
}
