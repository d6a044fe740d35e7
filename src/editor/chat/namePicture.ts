/** A conversation and the kept picture of one of its answers in; the prompt that it was drawn for, and a name for its file, out. */
import path from "node:path";
import { type Conversation, findTurn } from "../../chat/conversation.ts";
import { artifactName } from "../../tasks/artifactName.ts";

export interface NamedPicture {
  /** "" where the answer has no prompt any more. */
  prompt: string;
  /** Two pictures never have the same. */
  fileName: string;
}

export function namePicture({ turns }: Conversation, file: string): NamedPicture {
  const answer = turns.find((turn) => turn.role === "assistant" && turn.parts.some((part) => part.kind === "image" && part.file === file));
  const asked = answer?.parentId ? findTurn({ turns }, answer.parentId) : undefined;
  const prompt = asked?.role === "user" ? asked.text : "";
  const { name, ext } = path.parse(file);
  const facts = { prompt, kind: "image", model: "", key: name, createdAt: answer?.createdAt ?? 0, position: 1 } as const;
  return { prompt, fileName: `${artifactName("{slug}-{key}", facts).join("-")}${ext}` };
}
