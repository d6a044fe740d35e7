/**
 * Fields that some providers require in each earlier answer of a dialogue. One that was begun at another provider, or without reasoning, lacks
 * them: then the provider refuses the request and names the field. Sources: DeepSeek, "Thinking mode"; Moonshot, "Kimi thinking"; Gemini API, "Thought signatures",
 * for calls of other models.
 */
import { isFields } from "../errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface WantedField {
  /** Matches the refusal of a message without it. */
  refusal: RegExp;
  /** Adds it to an assistant's message that lacks it. */
  add(message: Fields): Fields;
}

const wantedFields: readonly WantedField[] = [
  {
    refusal:
      /missing\W{1,20}reasoning_content|reasoning_content\b[^"]{0,60}\b(?:is missing|is required|must be (?:passed|provided|included))/i,
    // DeepSeek counts an empty text as none.
    add: (message) => (isGiven(message.reasoning_content) ? message : { ...message, reasoning_content: " " }),
  },
  {
    refusal: /missing\W{1,5}(?:an?\W{1,5})?thought_?signature/i,
    add: ({ tool_calls: calls, ...message }) => (Array.isArray(calls) ? { ...message, tool_calls: signed(calls) } : message),
  },
];

const isGiven = (value: unknown) => typeof value === "string" && value !== "";

/** Gemini signs the first of several calls. */
function signed([first, ...others]: readonly unknown[]): unknown[] {
  const isSigned = !isFields(first) || first.extra_content !== undefined;
  return [isSigned ? first : { ...first, extra_content: { google: { thought_signature: "skip_thought_signature_validator" } } }, ...others];
}

/** What a refusal asks for; undefined: nothing, or what was sent already. */
export const wantedIn = (refusal: string, sent: readonly WantedField[]): WantedField | undefined =>
  wantedFields.find((field) => field.refusal.test(refusal) && !sent.includes(field));

export function withWanted(messages: unknown, wanted: readonly WantedField[]): unknown {
  if (wanted.length === 0 || !Array.isArray(messages)) return messages;
  const write = (message: Fields) => wanted.reduce((written, field) => field.add(written), message);
  return messages.map((message: unknown) => (isFields(message) && message.role === "assistant" ? write(message) : message));
}
