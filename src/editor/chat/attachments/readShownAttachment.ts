/** Reads an attachment of the conversation that a panel shows, or of its draft. */
import type { Conversation } from "../../../chat/conversation/conversation.ts";
import type { HeldAttachments } from "../heldAttachments.ts";

/** undefined for an attachment of another conversation, for a web address, and if the content is gone. */
export function readShownAttachment(
  held: HeldAttachments,
  { turns, queue }: Pick<Conversation, "turns" | "queue">,
  id: string,
): Uint8Array | undefined {
  const drafted = held.get(id);
  if (drafted !== undefined) return drafted;
  const messages = [...turns.filter((turn) => turn.role === "user"), ...queue];
  const isShown = messages.some(({ attachments }) => attachments.some((attachment) => attachment.id === id));
  return isShown ? held.content(id) : undefined;
}
