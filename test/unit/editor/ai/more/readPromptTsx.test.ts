/** Results of tools as `@vscode/prompt-tsx` itself renders them. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { importPackage } from "../../../../../scripts/testing/installPackage.ts";
import { readPromptTsx } from "../../../../../src/editor/ai/readPromptTsx.ts";

type Create = (type: unknown, props: object, ...children: unknown[]) => unknown;
const library = z.object({ renderElementJSON: z.any(), PromptElement: z.any(), TextChunk: z.any(), Image: z.any() });
const globals = z.object({ vscpp: z.custom<Create>(), vscppf: z.unknown() });
let tsx: z.infer<typeof library>;
beforeAll(async () => {
  tsx = library.parse(await importPackage("@vscode/prompt-tsx", "0.4.0-alpha.9"));
}, 300_000);

/** The rendered result of a tool. */
async function render(write: (create: Create, fragment: unknown) => unknown): Promise<unknown> {
  const { vscpp, vscppf } = globals.parse(globalThis);
  class Result extends tsx.PromptElement {
    render() {
      return write(vscpp, vscppf);
    }
  }
  const sizes = { tokenBudget: 1000, countTokens: async (text: string) => text.length };
  return JSON.parse(JSON.stringify(await tsx.renderElementJSON(Result, {}, sizes)));
}

const read = (value: unknown) => readPromptTsx(value, (mediaType, data) => [{ type: "image", mediaType, data }]);

test("their texts keep their lines", async () => {
  const value = await render((create, fragment) =>
    create(fragment, {}, create(tsx.TextChunk, {}, "First line", create("br", {}), "second"), create(tsx.TextChunk, {}, "own ", "line")),
  );
  expect(read(value)).toEqual([{ type: "text", text: "First line\nsecond\nown line" }]);
});

test("other values are no results of it", () => {
  for (const value of [undefined, null, "text", {}, { node: 1 }, { node: { type: 2, text: "a" } }]) expect(read(value)).toBeUndefined();
});
