/** Bytes and the name of their file in; the attachment that they are, known by what they hold, out. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { LoadedAttachment } from "./keptDrafts.ts";
import { pictureEnding } from "./pictures.ts";

const imageTypes: Record<string, string> = { png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp" };
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

export function attachBytes(name: string, bytes: Uint8Array): LoadedAttachment {
  const ending = pictureEnding(bytes);
  const base = { id: randomUUID(), name, size: bytes.byteLength };
  if (ending !== undefined) return { attachment: { ...base, kind: "image", mediaType: imageTypes[ending] ?? "image/png" }, content: bytes };
  const documentType = documentTypes[path.extname(name).toLowerCase()];
  if (documentType === undefined && isText(bytes))
    return { attachment: { ...base, kind: "text", mediaType: "text/plain" }, content: bytes };
  return { attachment: { ...base, kind: "document", mediaType: documentType ?? "application/octet-stream" }, content: bytes };
}
