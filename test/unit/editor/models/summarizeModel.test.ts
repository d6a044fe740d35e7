/** What the row of a model says. */
import { expect, test } from "vitest";
import type { ModelCapabilities } from "../../../../src/contract/models.ts";
import { summarizeModel } from "../../../../src/editor/models/summarizeModel.ts";
import { translate } from "../translate.ts";

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
  ["an image model's references and largest size", { image: 4, size: ["1k", "512", "1536x1024"] }, ["reference images", "up to 1536x1024"]],
  ["an image model's largest side", { size: ["512"], side: { minimum: 64, maximum: 2048 } }, ["up to 2048x2048"]],
  ["no size that names no pixels, and no references", { image: 0, size: ["auto", "16:9"] }, []],
  ["a voice model's voices", { voice: ["alloy", "nova"] }, ["2 voices"]],
  ["a video model's longest video", { image: 1, size: ["16:9"], duration: [4, 8] }, ["reference images", "up to 8 s"]],
  [
    "at most four facts",
    { input: ["image", "audio"], tools: ["function", "web_search"], context: 1000, image: 2 },
    ["vision", "hearing", "tools", "web search"],
  ],
])("says %s", (_, capabilities, facts) => {
  expect(summarizeModel(capabilities, translate)).toEqual(facts);
});
