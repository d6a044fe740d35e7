/** Determines the kind and size of imported attachments from their content. */
import type { Attachment, Turn } from "../chat/turn.ts";
import { attachBytes } from "./recognizeAttachment.ts";

/** A file may say of an attachment what it likes: what is counted against the limits, and sent, is found out anew. */
function check(attachment: Attachment, contents: ReadonlyMap<string, Uint8Array>): Attachment {
  const { id, name, url, kind, mediaType } = attachment;
  if (url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { ...attachment, size: 0 };
  const content = contents.get(id);
  if (content !== undefined) return { ...attachBytes(name, content).attachment, id };
  return { id, name, kind, mediaType, size: 0 };
}

/** `contents`: by the attachments' ids. One without a content, and without an address to fetch it from, has no bytes. */
export function checkAttachments(turns: readonly Turn[], contents: ReadonlyMap<string, Uint8Array>): Turn[] {
  return turns.map((turn) =>
    turn.role === "user" ? { ...turn, attachments: turn.attachments.map((attachment) => check(attachment, contents)) } : turn,
  );
}
