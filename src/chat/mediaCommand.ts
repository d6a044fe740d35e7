/** Commands that the input begins with, and that start a task instead of asking for an answer. */
import { type MediaKind, mediaKinds } from "../contract/kind.ts";

export interface MediaCommand {
  kind: MediaKind;
  prompt: string;
}

const pattern = new RegExp(`^/(${mediaKinds.join("|")})(?:\\s+|$)`);

/** undefined: the text begins with no such command. A `prompt` may be missing yet: "". */
export function readMediaCommand(text: string): MediaCommand | undefined {
  const match = pattern.exec(text.trimStart());
  const kind = mediaKinds.find((known) => known === match?.[1]);
  if (match === null || kind === undefined) return undefined;
  return { kind, prompt: text.trimStart().slice(match[0].length).trim() };
}
