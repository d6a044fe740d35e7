/** Parts of prompts are found in texts of any length, in bounded time. */

import { expect, test } from "vitest";
import { findPromptParts } from "../../../src/network/promptParts.ts";
import { redactText } from "../../../src/network/redactText.ts";
import { fc } from "../../fuzzing.ts";

const key = "a key of the provider";

/** Different words, without parts in common. */
function words(length: number, seed: number): string {
  let text = "";
  for (let word = seed * 7_919; text.length < length; word = (word * 48_271 + 11) % 2_147_483_647) text += `${word.toString(36)} `;
  return text.slice(0, length);
}

test.each([
  ["ten thousand messages", Array.from({ length: 10_000 }, (_, index) => words(1_000, index + 1)), words(5_000_000, 500_000)],
  ["one long message", [words(10_000_000, 3)], words(5_000_000, 4)],
  ["a repeated letter", ["a".repeat(10_000_000)], "a".repeat(100_000)],
  ["repetitions just too short to be found", [`${"a".repeat(22)}b`.repeat(400_000)], `${"a".repeat(22)}c`.repeat(10_000)],
  ["a million short messages", Array.from({ length: 1_000_000 }, (_, index) => `word${index}`), "word ".repeat(10_000)],
  ["escaped characters", ['"\n\\'.repeat(3_000_000)], '\\"\\n\\\\'.repeat(10_000)],
])("ten megabytes of %s take no noticeable time", (_, prompts, message) => {
  const started = process.cpuUsage();
  redactText(message, { key, prompts });
  // Microseconds of the processor: some milliseconds are used; comparing each position with each prompt takes many seconds.
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});

test("every part of 24 characters is found, wherever it is in the text and in the prompt", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 60 });
  const cases = fc.record({ before: letters, prompt: letters, after: letters, from: fc.nat(60), tail: letters });
  fc.assert(
    fc.property(cases, ({ before, prompt, after, from, tail }) => {
      const text = `${before}${prompt.slice(from)}${after}`;
      const found = findPromptParts(text, [`${prompt}${tail}`]);
      for (let at = 0; at + 24 <= text.length; at += 1) {
        if (!`${prompt}${tail}`.includes(text.slice(at, at + 24))) continue;
        expect(found.slice(at, at + 24).every((isFound) => isFound === 1)).toBe(true);
      }
    }),
  );
});

test.each([
  ["by JSON", 'Say \\"hi\\"\\nto the whole wide world'],
  ["by JSON of ASCII characters", "Say \\u0022hi\\u0022\\u000ato the whole wide world"],
  ["not at all", 'Say "hi"\nto the whole wide world'],
])("a prompt that is escaped %s is found", (_, text) => {
  expect(redactText(`Refused: ${text}!`, { key, prompts: ['Say "hi"\nto the whole wide world'] })).toBe("Refused: […]!");
});
