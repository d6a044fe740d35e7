/** Commands at the beginning of the input that start a task instead of requesting an answer. */
import { type MediaKind, mediaKinds } from "../../contract/kind.ts";

export interface MediaCommand {
  kind: MediaKind;
  prompt: string;
}

const pattern = new RegExp(`^/(${mediaKinds.join("|")})(?:\\s+|$)`);

/** undefined: the text does not start with such a command. `prompt` is "" if it was not typed yet. */
export function readMediaCommand(text: string): MediaCommand | undefined {
  const match = pattern.exec(text.trimStart());
  const kind = mediaKinds.find((known) => known === match?.[1]);
  if (match === null || kind === undefined) return undefined;
  return { kind, prompt: text.trimStart().slice(match[0].length).trim() };
}
