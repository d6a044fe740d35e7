/** Determines the kind and size of imported attachments from their content, and leaves out what the service would fetch from this machine. */
import type { Attachment, Turn, UserTurn } from "../chat/conversation/turn.ts";
import { judgeAddress } from "../disclosure/judge.ts";
import { attachBytes } from "./recognizeAttachment.ts";

/** An imported file's statements about an attachment are not trusted: its kind and size are determined from the content. */
function check(attachment: Attachment, contents: ReadonlyMap<string, Uint8Array>): Attachment {
  const { id, name, url, kind, mediaType, role } = attachment;
  if (url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? "") && !namesNear(url)) return { ...attachment, size: 0 };
  const content = contents.get(id);
  if (content !== undefined) return { ...attachBytes(name, content).attachment, id, ...(role === undefined ? {} : { role }) };
  return { id, name, kind, mediaType, size: 0 };
}

/** `contents`: by attachment id. An attachment with neither content nor address gets the size 0. */
export function checkAttachments(turns: readonly Turn[], contents: ReadonlyMap<string, Uint8Array>): Turn[] {
  return turns.map((turn) => (turn.role === "user" ? checkPrompt(turn, contents) : turn));
}

function checkPrompt({ document, ...turn }: UserTurn, contents: ReadonlyMap<string, Uint8Array>): UserTurn {
  const attachments = turn.attachments.map((attachment) => check(attachment, contents));
  return { ...turn, attachments, ...(document === undefined || namesNear(document) ? {} : { document }) };
}

/** Whether a value is, or has, an address of this machine or its network: whoever wrote the conversation may not have it fetched. */
function namesNear(value: unknown): boolean {
  if (typeof value === "string") return judgeAddress(value).type !== "free";
  return typeof value === "object" && value !== null && Object.values(value).some(namesNear);
}
