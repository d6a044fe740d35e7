/** Text models are created once, and a limited number of them is kept. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, test } from "vitest";
import { languageModelOf } from "../../../src/providers/languageModelOf.ts";

const createProvider = () => createOpenAICompatible({ name: "engine", baseURL: "http://127.0.0.1:1/v1" });

test("a text model is created once for each provider and id", () => {
  const [provider, other] = [createProvider(), createProvider()];
  const model = languageModelOf(provider, "llama-3");
  expect(languageModelOf(provider, "llama-3")).toBe(model);
  expect(languageModelOf(provider, "qwen").modelId).toBe("qwen");
  expect(languageModelOf(other, "llama-3")).not.toBe(model);
});

test("ids that are no longer requested are not kept", () => {
  const provider = createProvider();
  const first = languageModelOf(provider, "model-0");
  for (let number = 1; number <= 200; number += 1) languageModelOf(provider, `model-${number}`);
  expect(languageModelOf(provider, "model-0")).not.toBe(first);
});
