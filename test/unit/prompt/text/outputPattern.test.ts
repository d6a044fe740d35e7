/** The name pattern of a document's files, on the command line and for agents. */
import { expect, test } from "vitest";
import { outputPattern } from "../../../../src/prompt/text/outputPattern.ts";

test.each([
  ["harbour.gen.md", undefined, "generated/harbour-{n}"],
  ["harbour.gen.md", "out/lighthouse.gif", "out/lighthouse"],
  ["harbour.gen.md", "out/wave.ogg", "out/wave"],
  ["harbour.gen.md", "../art/{n}.JPEG", "../art/{n}"],
  ["prompt", undefined, "generated/prompt-{n}"],
])("of %s with the output %s", (name, output, pattern) => {
  expect(outputPattern(name, output)).toBe(pattern);
});
