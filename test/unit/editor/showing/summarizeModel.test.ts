/** What the row of a model says. */
import { expect, test } from "vitest";
import type { ModelCapabilities } from "../../../../src/contract/models.ts";
import { describeModel } from "../../../../src/editor/showing/describeCapabilities.ts";
import { describeRow, modelRow, summarizeModel } from "../../../../src/editor/showing/summarizeModel.ts";

test.each<[string, ModelCapabilities | undefined, string[]]>([
  ["nothing that the service does not report", undefined, []],
  [
    "what a text model reads, uses and remembers",
    { input: ["file", "image"], tools: ["function"], context: 131_072 },
    ["vision", "tools", "128K context"],
  ],
  ["a context in thousands", { context: 200_000 }, ["200K context"]],
  ["a context in millions", { context: 1_048_576 }, ["1M context"]],
  ["a small context exactly", { context: 512 }, ["512 context"]],
  ["an image model's references and largest size", { image: 4, size: ["1k", "512", "1536x1024"] }, ["reference images", "up to 1536×1024"]],
  ["an image model's largest side", { size: ["512"], side: { minimum: 64, maximum: 2048 } }, ["up to 2048×2048"]],
  ["no limit that is not the model's", { size: [], side: { minimum: 16, maximum: 16_384 } }, []],
  ["no size that names no pixels, and no references", { image: 0, size: ["auto", "16:9"] }, []],
  ["a voice model's voices", { voice: ["alloy", "nova"] }, ["2 voices"]],
  ["a video model's longest video", { image: 1, size: ["16:9"], duration: [4, 8] }, ["reference images", "up to 8 s"]],
  [
    "at most four facts",
    { input: ["image", "audio"], tools: ["function", "web_search"], context: 1000, image: 2 },
    ["vision", "hearing", "tools", "web search"],
  ],
])("says %s", (_, capabilities, facts) => {
  expect(summarizeModel(capabilities)).toEqual(facts);
});

test.each([
  ["a model of a group, without the group's provider", "local/llama-3", "local", "llama-3"],
  ["only the first provider", "openrouter/anthropic/claude", "openrouter", "anthropic/claude"],
  ["a model whose id does not name its provider", "gpt-4o", "openai", "gpt-4o"],
  ["a model of no provider", "/llama", "", "/llama"],
  ["an id that only begins like its provider", "localai-x", "local", "localai-x"],
  ["an id that is nothing else", "local/", "local", "local/"],
])("names %s", (_, id, group, name) => {
  expect(modelRow({ id, capabilities: { tools: ["function"] } }, group)).toEqual({ id, name, facts: "tools", group });
  const facts = describeRow({ id, owned_by: group, capabilities: { tools: ["function"] } });
  expect(facts).toEqual(group === "" || name !== id ? ["tools"] : [group, "tools"]);
});

test("describes in a hover what the service reports, in words instead of the interface's names", () => {
  const capabilities: ModelCapabilities = {
    context: 131_072,
    input: ["image", "audio", "video", "file"],
    tools: ["function", "web_search", "image_generation"],
  };
  expect(describeModel({ id: "local/llama-3", capabilities }).split("\n")).toEqual([
    "local/llama-3",
    "Context: 131,072 tokens",
    "Understands: images, sounds, videos, documents",
    "Can use: the editor's tools, web search, an image generator",
  ]);
  expect(describeModel({ id: "x" })).toBe("x");
  const drawn: ModelCapabilities = { size: ["1k", "512", "auto", "1536x1024", "4k"], quality: ["high", "low", "auto", "medium"] };
  expect(describeModel({ id: "x", capabilities: drawn }).split("\n").slice(1)).toEqual([
    "Size: auto, 512 px, 1024 px, 1536×1024, 4096 px",
    "Quality: auto, low, medium, high",
  ]);
});
