/** How many tokens a model reads, as lists of models state it. Sources: the documents of the services that are named. */
import { isFields } from "./errorReason.ts";

/** Of the model as it is loaded or offered. What it was trained with (`n_ctx_train`) says nothing about the former. */
const contextFields: readonly (readonly string[])[] = [
  ["loaded_context_length"],
  /** OpenRouter, Together and Fireworks. */
  ["context_length"],
  /** Groq and Vercel. */
  ["context_window"],
  /** Mistral. */
  ["max_context_length"],
  /** vLLM and SGLang. */
  ["max_model_len"],
  /** Novita. */
  ["context_size"],
  /** Anthropic. */
  ["max_input_tokens"],
  /** Of Gemini. */
  ["inputTokenLimit"],
  /** llama.cpp. */
  ["meta", "n_ctx"],
  /** Venice. */
  ["model_spec", "availableContextTokens"],
  /** DeepInfra. */
  ["metadata", "context_length"],
  /** GitHub Models. */
  ["limits", "max_input_tokens"],
];

/** undefined: the entry does not state it. */
export function contextIn(entry: unknown): number | undefined {
  return contextFields.map((path) => countAt(entry, ...path)).find((count) => count !== undefined);
}

/** The count that is below these names. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  return readCount(path.reduce((inner, name) => (isFields(inner) ? inner[name] : undefined), value));
}

/** A positive whole number, also written as text. */
function readCount(value: unknown): number | undefined {
  const count = typeof value === "string" ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
