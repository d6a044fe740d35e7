/** The name of a file in a label. */
import { expect, test } from "vitest";
import { shortenName } from "../../../../src/editor/artifacts/shortenName.ts";

test.each([
  ["dusk.png", "dusk.png"],
  ["2026-11-29-dusk.png", "dusk.png"],
  ["2026-11-29-the-lighthouse-stood-at-the-end.png", "the-ligh…he-end.png"],
  ["2026-11-29-.png", "2026-11-29-.png"],
  ["a-red-lighthouse-above-the-fog.png", "a-red-li…he-fog.png"],
])("%s is shown as %s", (name, shown) => {
  expect(shortenName(name)).toBe(shown);
});
