/** Chunks of engines with and without something other than text. */
import { describe, expect, it } from "vitest";
import { readChunk } from "../../../../src/providers/chatCompletions/readChunk.ts";
import { readPlainDelta } from "../../../../src/providers/chatCompletions/readPlainDelta.ts";

const chunk = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: "m" };
const choice = { index: 0, delta: { content: "a" }, finish_reason: null };
const text = { text: "a", reasoning: "", index: 0 };

/** A token's chunk as engines document or record it, and what is in it. */
const deltas: readonly [string, object, object][] = [
  [
    "OpenAI",
    {
      ...chunk,
      service_tier: "default",
      system_fingerprint: "fp",
      usage: null,
      obfuscation: "x",
      choices: [{ ...choice, logprobs: null }],
    },
    text,
  ],
  ["vLLM", { ...chunk, choices: [{ ...choice, delta: { content: "a", reasoning_content: null }, stop_reason: null }] }, text],
  [
    "OpenRouter",
    { ...chunk, provider: "P", choices: [{ ...choice, delta: { role: "assistant", content: "a" }, native_finish_reason: null }] },
    text,
  ],
  [
    "DeepSeek's first",
    { ...chunk, choices: [{ ...choice, delta: { role: "assistant", content: "", reasoning_content: null } }] },
    { text: "", reasoning: "", index: 0 },
  ],
  ["llama.cpp with probabilities", { ...chunk, choices: [{ ...choice, logprobs: { content: [] } }] }, text],
  ["an index of another type", { choices: [{ ...choice, index: "1" }] }, { text: "a", reasoning: "", index: "1" }],
  ["an engine without an index", { choices: [{ delta: { content: "a" } }] }, { text: "a", reasoning: "", index: undefined }],
  [
    "DeepSeek's reasoning",
    { ...chunk, choices: [{ ...choice, delta: { content: null, reasoning_content: "b" } }] },
    { text: "", reasoning: "b", index: 0 },
  ],
  [
    "reasoning beside an empty text",
    { ...chunk, choices: [{ ...choice, delta: { content: "", reasoning_content: "b" } }] },
    { text: "", reasoning: "b", index: 0 },
  ],
  [
    "SGLang's last reasoning",
    { ...chunk, choices: [{ ...choice, delta: { content: "a", reasoning_content: "b" } }] },
    { ...text, reasoning: "b" },
  ],
  ["an empty reasoning", { ...chunk, choices: [{ ...choice, delta: { content: "a", reasoning_content: "" } }] }, text],
];

/** Chunks with something else. */
const others: readonly [string, object][] = [
  ["the reason for the end", { ...chunk, choices: [{ ...choice, finish_reason: "stop" }] }],
  ["usage", { ...chunk, choices: [choice], usage: { prompt_tokens: 1 } }],
  ["Groq's usage", { ...chunk, choices: [choice], x_groq: { usage: {} } }],
  ["reasoning by another name", { ...chunk, choices: [{ ...choice, delta: { content: "", reasoning: "b" } }] }],
  ["reasoning in parts", { ...chunk, choices: [{ ...choice, delta: { reasoning_content: [{ text: "b" }] } }] }],
  ["nothing", { ...chunk, choices: [{ ...choice, delta: { content: null } }] }],
  ["a function call", { ...chunk, choices: [{ ...choice, delta: { content: "", tool_calls: [{ id: "1" }] } }] }],
  ["parts", { ...chunk, choices: [{ ...choice, delta: { content: [{ type: "text", text: "a" }] } }] }],
  ["an error", { ...chunk, choices: [choice], error: { message: "b" } }],
  ["an error of the choice", { ...chunk, choices: [{ ...choice, error: { message: "b" } }] }],
  ["Perplexity's sources", { ...chunk, choices: [choice], citations: ["https://a.example"] }],
  ["annotations", { ...chunk, choices: [{ ...choice, delta: { content: "", annotations: [] } }] }],
  ["another choice", { ...chunk, choices: [choice, { ...choice, index: 1 }] }],
  ["a whole message", { ...chunk, choices: [{ index: 0, message: { content: "a" } }] }],
  ["no choice", { ...chunk, choices: [] }],
  ["choices by their indexes", { ...chunk, choices: { "0": choice } }],
  ["a member that is not known", { ...chunk, choices: [choice], done: true }],
];

describe("a chunk with a piece of text or reasoning only", () => {
  it.each(deltas)("is read at once: %s", (_, value, expected) => {
    expect(readPlainDelta({ ...value })).toEqual(expected);
  });

  it.each(deltas)("means what the fields mean one by one: %s", (_, value) => {
    const oneByOne = readChunk({ ...value, unknown: 1 }, "", undefined);
    expect(readChunk(value, "", undefined)).toEqual(oneByOne);
  });

  it.each(others)("is not one with something else: %s", (_, value) => {
    expect(readPlainDelta({ ...value })).toBeUndefined();
  });
});
