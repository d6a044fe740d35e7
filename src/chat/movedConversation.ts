/** What an exported or imported conversation consists of. */
import type { Conversation } from "./conversation.ts";
import type { InstructionPreset } from "./instructionPreset.ts";
import type { Turn } from "./turn.ts";

/** How an exported file names its format, and the version of it that is written. */
export const conversationFormat = "generation-studio.conversation";
export const conversationVersion = 1;

/** All contents are base64. One that is missing was not there when it was exported. */
export interface MovedConversation {
  conversation: Conversation;
  /** By the attachments' ids. */
  attachments: ReadonlyMap<string, string>;
  /** By the names that the answers' images have in `file`. */
  images: ReadonlyMap<string, string>;
  /** The saved preset that the conversation's instructions are. */
  preset?: InstructionPreset | undefined;
}

/** The ids of all attachments whose content the host keeps, each once. */
export function attachmentIds(turns: readonly Turn[]): string[] {
  const attachments = turns.flatMap((turn) => (turn.role === "user" ? turn.attachments : []));
  return [...new Set(attachments.filter(({ url }) => url === undefined).map(({ id }) => id))];
}

/** The names of all images that answers hold, each once. */
export function imageNames(turns: readonly Turn[]): string[] {
  const parts = turns.flatMap((turn) => (turn.role === "assistant" ? turn.parts : []));
  return [...new Set(parts.flatMap((part) => (part.kind === "image" && part.file !== undefined ? [part.file] : [])))];
}

/** The same turns with each image under the name that `rename` gives it; one without a name is shown as damaged. */
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
