/** Which files of a conversation a model can read. */
import type { InputPart } from "../contract/inputParts.ts";
import type { Attachment, Turn } from "./turn.ts";

const partOf: Record<Exclude<Attachment["kind"], "text">, InputPart> = { image: "image", audio: "audio", video: "video", document: "file" };

/** `input`: what the service reports that the model reads; undefined: it reports nothing. */
export function isAccepted({ kind }: Attachment, input: readonly InputPart[] | undefined): boolean {
  return kind === "text" || input === undefined || input.includes(partOf[kind]);
}

/** The kinds of the attachments that a model cannot read, without repetitions. */
export function unacceptedKinds(attachments: readonly Attachment[], input: readonly InputPart[] | undefined): Attachment["kind"][] {
  return [...new Set(attachments.filter((attachment) => !isAccepted(attachment, input)).map(({ kind }) => kind))];
}

/** Names of the files that the model cannot read, and that earlier answers do not mention as left out. */
export function filesLeftOut(path: readonly Turn[], input: readonly InputPart[] | undefined): string[] {
  const mentioned = new Set(path.flatMap((turn) => (turn.role === "assistant" ? (turn.leftOut ?? []) : [])));
  const attachments = path.flatMap((turn) => (turn.role === "user" ? turn.attachments : []));
  const names = attachments.filter((attachment) => !isAccepted(attachment, input)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !mentioned.has(name));
}

/** Whether the service refused to answer a prompt, so that its files and a very long text would make it refuse the next one too. */
export function isRefusedRequest(answer: Turn | undefined): boolean {
  return answer?.role === "assistant" && answer.state === "failed" && answer.parts.every(({ kind }) => kind === "reasoning");
}
