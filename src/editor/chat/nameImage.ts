/** Names the file of an image from the prompt that it answers. */
import path from "node:path";
import { type Conversation, findTurn } from "../../chat/conversation.ts";
import { artifactName } from "../../tasks/artifactName.ts";

export interface NamedImage {
  /** "" where the answer has no prompt any more. */
  prompt: string;
  /** undefined: no answer has this image. */
  model: string | undefined;
  /** Two images never have the same. */
  fileName: string;
}

export function nameImage({ turns }: Conversation, file: string): NamedImage {
  const answer = turns.find((turn) => turn.role === "assistant" && turn.parts.some((part) => part.kind === "image" && part.file === file));
  const asked = answer?.parentId ? findTurn({ turns }, answer.parentId) : undefined;
  const prompt = asked?.role === "user" ? asked.text : "";
  const { name, ext } = path.parse(file);
  const facts = { prompt, kind: "image", model: "", key: name, createdAt: answer?.createdAt ?? 0, position: 1 } as const;
  return {
    prompt,
    model: answer?.role === "assistant" ? answer.model : undefined,
    fileName: `${artifactName("{slug}-{key}", facts).join("-")}${ext}`,
  };
}
