/** Names an image's file after the prompt of its answer. */
import path from "node:path";
import { type Conversation, findTurn } from "../../../chat/conversation/conversation.ts";
import { artifactName } from "../../../generations/saving/artifactName.ts";

export interface NamedImage {
  /** "" if the answer's prompt is gone. */
  prompt: string;
  /** undefined: the image belongs to no answer. */
  model: string | undefined;
  /** Unique for each image. */
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
