/** A remembered location is found again in a text that was edited. */
import { describe, expect, test } from "vitest";
import { landmarkBefore, relocate } from "../../../../src/editor/artifacts/relocate.ts";

const story = "# Harbour\n\nA red boat in the fog.\n\nThe end.\n";
const offset = story.indexOf("fog.") + 4;
const landmark = landmarkBefore(story, offset);

/** The text up to the position, which is easy to check. */
function upTo(text: string): string | undefined {
  const found = relocate(text, offset, landmark);
  return found === undefined ? undefined : text.slice(0, found);
}

describe("a remembered position", () => {
  test("stays if nothing before it has changed", () => {
    expect(relocate(`${story}More.\n`, offset, landmark)).toBe(offset);
  });

  test("moves with text that was inserted or removed above it", () => {
    expect(upTo(`Written by me.\n\n${story}`)).toBe("Written by me.\n\n# Harbour\n\nA red boat in the fog.");
    expect(upTo(story.slice("# Harbour\n\n".length))).toBe("A red boat in the fog.");
  });

  test("is found by its own line if the lines above were rewritten", () => {
    expect(upTo("# The Old Port\n\nA red boat in the fog.\n\nThe end.\n")).toBe("# The Old Port\n\nA red boat in the fog.");
  });

  test("is the nearest of several equal texts", () => {
    const copies = `${story}${"-".repeat(400)}\n${story}`;
    expect(relocate(copies, offset, landmark)).toBe(offset);
    expect(relocate(`Intro. ${copies}`, offset, landmark)).toBe(offset + "Intro. ".length);
  });

  test("is undefined once its text is gone, or if nothing was remembered", () => {
    expect(upTo("Something else.\n")).toBeUndefined();
    expect(relocate(story, offset, undefined)).toBeUndefined();
    expect(relocate(story, offset, "  \n")).toBeUndefined();
  });

  test("stores only the end of a long text", () => {
    const long = "x".repeat(10_000);
    expect(landmarkBefore(long, long.length).length).toBeLessThan(200);
  });
});
