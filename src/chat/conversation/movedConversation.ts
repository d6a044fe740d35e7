/** The parts of an exported or imported conversation. */

import type { Conversation } from "./conversation.ts";
import type { InstructionPreset } from "./instructionPreset.ts";
import type { Turn } from "./turn.ts";

/** The name of the export format and its current version. */
export const conversationFormat = "generation-studio.conversation";
export const conversationVersion = 1;

/** All contents are base64. Contents that were missing at the time of the export are left out. */
export interface MovedConversation {
  conversation: Conversation;
  /** By attachment id. */
  attachments: ReadonlyMap<string, string>;
  /** By the value of `file` in the answers' images. */
  images: ReadonlyMap<string, string>;
  /** The saved preset with the conversation's instructions. */
  preset?: InstructionPreset | undefined;
}

/** The ids of all attachments whose content is stored by the host, without duplicates. */
export function attachmentIds(turns: readonly Turn[]): string[] {
  const attachments = turns.flatMap((turn) => (turn.role === "user" ? turn.attachments : []));
  return [...new Set(attachments.filter(({ url }) => url === undefined).map(({ id }) => id))];
}

/** The names of all images in answers, without duplicates. */
export function imageNames(turns: readonly Turn[]): string[] {
  const parts = turns.flatMap((turn) => (turn.role === "assistant" ? turn.parts : []));
  return [...new Set(parts.flatMap((part) => (part.kind === "image" && part.file !== undefined ? [part.file] : [])))];
}

/** The same turns, with the images renamed by `rename`; an image without a new name is shown as damaged. */
export function renameImages(turns: readonly Turn[], rename: (name: string) => string | undefined): Turn[] {
  return turns.map((turn) => {
    if (turn.role === "user") return turn;
    const parts = turn.parts.map((part) => {
      if (part.kind !== "image") return part;
      const file = part.file === undefined ? undefined : rename(part.file);
      const { kind, key } = part;
      return file === undefined ? { kind, key, state: "damaged" as const } : { kind, key, state: "ready" as const, file };
    });
    return { ...turn, parts };
  });
}
