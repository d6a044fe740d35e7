/** The documentation's table of engines: each line is valid in the setting and in a configuration file. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { providersSettingSchema } from "../../../src/contract/configuration.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";

const page = readFileSync(new URL("../../../docs/providers.md", import.meta.url), "utf8");
const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const table = /\| engine \| line \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page)?.[1] ?? "";
const rows = table
  .trim()
  .split("\n")
  .map((row) => /^\| ([^|]+) \| `(.+)` \|$/.exec(row)?.slice(1) ?? []);

describe("the documentation's table of engines", () => {
  test("contains every engine that the service supports", () => {
    expect(rows.map(([engine]) => engine)).toEqual(
      expect.arrayContaining([
        "Ollama",
        "LM Studio",
        "llama.cpp",
        "LocalAI",
        "Kokoro",
        "SGLang",
        "OpenAI",
        "Anthropic",
        "Google",
        "OpenRouter",
        "stable-diffusion.cpp",
      ]),
    );
  });

  test.each(rows)("%s, in a file", (_, line = "") => {
    expect(Object.keys(readConfiguration(`providers:\n  ${line}`).providers)).toHaveLength(1);
  });

  test.each(rows.filter(([engine]) => !engine?.includes("file only")))("%s, in the setting", (_, line = "") => {
    expect(Object.keys(providersSettingSchema.parse(JSON.parse(`{ ${line} }`)))).toHaveLength(1);
  });

  test("is like the file with a key that the README shows", () => {
    const file = /```\n(providers:\n[^`]+)```/.exec(readme)?.[1] ?? "";
    expect(Object.keys(readConfiguration(file).providers)).toEqual(["ollama", "openai"]);
  });
});
