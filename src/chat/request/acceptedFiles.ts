/** Which files of a conversation a model can read. */
import type { FilePart } from "../../contract/inputParts.ts";
import type { Attachment, Turn } from "../conversation/turn.ts";

const partOf: Record<Exclude<Attachment["kind"], "text">, FilePart> = { image: "image", audio: "audio", video: "video", document: "file" };

/** `input`: what the service reports that the model reads; undefined: it reports nothing. */
export function isAccepted({ kind }: Attachment, input: readonly FilePart[] | undefined): boolean {
  return kind === "text" || input === undefined || input.includes(partOf[kind]);
}

/** The kinds of the attachments that a model cannot read, without repetitions. */
export function unacceptedKinds(attachments: readonly Attachment[], input: readonly FilePart[] | undefined): Attachment["kind"][] {
  return [...new Set(attachments.filter((attachment) => !isAccepted(attachment, input)).map(({ kind }) => kind))];
}

/** Names of the files that the model cannot read, and that earlier answers do not mention as left out. */
export function filesLeftOut(path: readonly Turn[], input: readonly FilePart[] | undefined): string[] {
  const mentioned = new Set(path.flatMap((turn) => (turn.role === "assistant" ? (turn.leftOut ?? []) : [])));
  const attachments = path.flatMap((turn) => (turn.role === "user" ? turn.attachments : []));
  const names = attachments.filter((attachment) => !isAccepted(attachment, input)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !mentioned.has(name));
}
