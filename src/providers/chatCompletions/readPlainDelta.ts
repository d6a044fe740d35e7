/** Reads the chunk that engines send for nearly every token, which has a piece of text or reasoning and nothing else, without looking for other fields. */
import { isFields } from "../errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is read here, and fields that say nothing about the answer. */
const chunkFields = new Set([
  "choices",
  "id",
  "object",
  "created",
  "model",
  "system_fingerprint",
  "service_tier",
  "provider",
  "obfuscation",
]);
const choiceFields = new Set(["delta", "index", "logprobs"]);
const deltaFields = new Set(["content", "reasoning_content", "role"]);

/** A field that is null is the same as none. */
function hasOnly(value: Fields, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name) && value[name] !== null) return false;
  return true;
}

const isText = (value: unknown): value is string | null | undefined => typeof value === "string" || (value ?? undefined) === undefined;

export interface TextDelta {
  text: string;
  /** "": none. */
  reasoning: string;
  /** That of its choice, as the engine sent it. */
  index: unknown;
}

/** undefined: the chunk may have something else. */
export function readPlainDelta(value: Fields): TextDelta | undefined {
  const { choices } = value;
  if (!Array.isArray(choices) || choices.length !== 1 || !hasOnly(value, chunkFields)) return undefined;
  const choice: unknown = choices[0];
  if (!isFields(choice) || !hasOnly(choice, choiceFields)) return undefined;
  const { delta, index } = choice;
  if (!isFields(delta) || !hasOnly(delta, deltaFields)) return undefined;
  const { content, reasoning_content: reasoning } = delta;
  if (!isText(content) || !isText(reasoning) || (content ?? reasoning ?? undefined) === undefined) return undefined;
  return { text: content ?? "", reasoning: reasoning ?? "", index };
}
