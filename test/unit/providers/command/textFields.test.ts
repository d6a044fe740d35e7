/** A program that prints an answer takes nothing but the dialogue: every other field of a text is refused by its name. */
import { expect, test } from "vitest";
import { createCommandProvider } from "../../../../src/providers/command/commandProvider.ts";
import type { TextRequest } from "../../../../src/providers/request.ts";
import { textRequest } from "../requests.ts";

const provider = createCommandProvider(
  "tools",
  { type: "command", models: { cat: { kinds: ["text"], run: ["cat"], output: { format: "txt" } } } },
  {},
);

test.each<[param: string, fields: Partial<TextRequest>]>([
  ["text", { format: { type: "json" } }],
  ["text", { format: { type: "json", schema: { type: "object" }, name: "answer" } }],
  ["reasoning.effort", { effort: "low" }],
  ["max_output_tokens", { maxOutputTokens: 5 }],
  ["temperature", { temperature: 0.5 }],
  ["top_p", { topP: 0.5 }],
  ["seed", { seed: 0 }],
  ["text.verbosity", { verbosity: "low" }],
  ["tools", { webSearch: true }],
])("%s is refused: %o", (param, fields) => {
  const [model] = provider.configuredModels;
  expect(model && provider.dialect.text(model, textRequest("Hello", fields))).toMatchObject({ param, message: expect.any(String) });
});
