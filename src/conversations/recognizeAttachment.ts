/** Recognizes an attachment by its content. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Attachment } from "../chat/conversation/turn.ts";
import { findFormat, formatOfName, hasProperty } from "../contract/fileFormats.ts";
import type { LoadedAttachment } from "./drafts.ts";

const documentTypes: Record<string, string> = {
  ".pdf": "application/pdf",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

function isText(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, 8192).includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function recognize(name: string, bytes: Uint8Array): Pick<Attachment, "kind" | "mediaType"> {
  const named = formatOfName(name)?.mediaType;
  const found = findFormat(bytes, named);
  const mediaType = found?.mediaType ?? documentTypes[path.extname(name).toLowerCase()];
  if (mediaType === undefined) {
    return isText(bytes) ? { kind: "text", mediaType: "text/plain" } : { kind: "document", mediaType: "application/octet-stream" };
  }
  const { kind = "document", format } = found ?? {};
  return { kind: kind === "image" && !hasProperty(format, "isShown") ? "document" : kind, mediaType };
}

/** Whether a file was recognized by neither its content nor its name, so that it may be text in any encoding. */
export function isUnknown({ attachment }: LoadedAttachment): boolean {
  return attachment.kind === "text" || attachment.mediaType === "application/octet-stream";
}

export function attachText(name: string, text: string): LoadedAttachment {
  const content = Buffer.from(text);
  return { attachment: { id: randomUUID(), name, size: content.byteLength, kind: "text", mediaType: "text/plain" }, content };
}

export function attachBytes(name: string, bytes: Uint8Array): LoadedAttachment {
  return { attachment: { id: randomUUID(), name, size: bytes.byteLength, ...recognize(name, bytes) }, content: bytes };
}
