/** Determines the kind and size of imported attachments from their content. */
import type { Attachment, Turn } from "../chat/conversation/turn.ts";
import { attachBytes } from "./recognizeAttachment.ts";

/** An imported file's statements about an attachment are not trusted: its kind and size are determined from the content. */
function check(attachment: Attachment, contents: ReadonlyMap<string, Uint8Array>): Attachment {
  const { id, name, url, kind, mediaType, role } = attachment;
  if (url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { ...attachment, size: 0 };
  const content = contents.get(id);
  if (content !== undefined) return { ...attachBytes(name, content).attachment, id, ...(role === undefined ? {} : { role }) };
  return { id, name, kind, mediaType, size: 0 };
}

/** `contents`: by attachment id. An attachment with neither content nor address gets the size 0. */
export function checkAttachments(turns: readonly Turn[], contents: ReadonlyMap<string, Uint8Array>): Turn[] {
  return turns.map((turn) =>
    turn.role === "user" ? { ...turn, attachments: turn.attachments.map((attachment) => check(attachment, contents)) } : turn,
  );
}
