/** Which engines an empty chat offers. */
import { expect, test } from "vitest";
import { listPanelEngines } from "../../../../../src/editor/chat/panel/listPanelEngines.ts";

test("engines without a model are listed, also those that are providers, unless they cannot download one", () => {
  const engines = listPanelEngines(
    [
      { name: "lmstudio", label: "LM Studio", models: 0 },
      { name: "kokoro", label: "Kokoro", models: 2 },
    ],
    [
      { type: "reachable", name: "ollama", store: "ollama" },
      { type: "reachable", name: "ollama2", store: "ollama" },
      { type: "reachable", name: "vllm" },
      { type: "unknown", name: "other" },
      { type: "failed", name: "openai", kind: "other", reason: "x" },
    ],
    [{ id: "ollama2/llama3.2:1b" }],
  );
  expect(engines).toEqual([
    { name: "ollama", label: "ollama", models: 0, isConfigured: true },
    { name: "lmstudio", label: "LM Studio", models: 0 },
    { name: "kokoro", label: "Kokoro", models: 2 },
  ]);
});
