/** Requests of a conversation that a service has refused for what they contain. */
import type { AssistantTurn, Turn, TurnError } from "../conversation/turn.ts";

/** Kinds of errors that do not depend on what a message contains. */
const otherReasons: ReadonlySet<string> = new Set([
  "invalidKey",
  "missingKey",
  "modelNotFound",
  "rateLimited",
  "insufficientQuota",
  "unreachable",
  "connectionLost",
  "timeout",
  "aborted",
  "disk",
]);

/** Whether the service refused a prompt for what may be in it, so that its files and a very long text would make it refuse the next one too. */
export function isRefusedRequest(answer: Turn | undefined): boolean {
  if (answer?.role !== "assistant" || answer.parts.some(({ kind }) => kind !== "reasoning")) return false;
  return (answer.state === "failed" && !otherReasons.has(answer.error?.kind ?? "")) || isFiltered(answer);
}

const isFiltered = ({ state, incompleteReason }: AssistantTurn) => state === "incomplete" && incompleteReason === "content_filter";

/** What services say of a text that is too long for the model, or that a filter declined. */
const reasonInText =
  /context|too (?:long|large|many)(?! (?:images?|files?|documents?|pages?|pdfs?|videos?|audios?)\b)|token limit|(?:limit|maximum)[^.]{0,40} tokens|filter|policy|policies|safety|moderation|flagged|prohibited|declined/i;
/** Of a file that is too large, which is not sent again. */
const isOfFile = /\b(?:image|file|document|pdf|video|audio)s?\b[^.]{0,40} too (?:long|large)/i;

/** Whether the text of a refused message is why the service refused it, so that it would also refuse the next one with it. */
export function isTextRefused(answer: Turn | undefined): boolean {
  if (answer?.role !== "assistant") return false;
  if (isFiltered(answer)) return true;
  const { error } = answer;
  return error !== undefined && !isOfFile.test(error.message) && reasonInText.test(`${error.message} ${error.codes ?? error.code ?? ""}`);
}

/** Why a model's service has refused requests of these turns. */
export function errorsOfRefused(turns: readonly Turn[], model: string): TurnError[] {
  return turns.flatMap((turn) =>
    turn.role === "assistant" && turn.model === model && turn.error !== undefined && isRefusedRequest(turn) ? [turn.error] : [],
  );
}
