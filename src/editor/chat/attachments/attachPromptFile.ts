/** Attaches a file that a prompt document sends, as a data URI or as its address. */
import { randomUUID } from "node:crypto";
import type { PromptFile } from "../../../chat/documentPrompt.ts";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachUrl } from "../context/readAttachment.ts";

const dataUri = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** Has the kind that the document's request gives. @throws Error with a message for the user. */
export function attachPromptFile({ kind, address, name }: PromptFile): LoadedAttachment {
  const match = dataUri.exec(address.slice(0, 200));
  if (match !== null) {
    const content = Buffer.from(address.slice(match[0].length), "base64");
    const mediaType = match[1] || "application/octet-stream";
    const label = name ?? `${kind}.${mediaType.replace(/^.*[/+]/, "")}`;
    return { attachment: { id: randomUUID(), kind, name: label, mediaType, size: content.byteLength }, content };
  }
  return { attachment: { ...attachUrl(address).attachment, kind } };
}
