/** The earlier prompts that the arrow keys bring into the input. */
import { expect, test } from "vitest";
import { createEarlierPrompts } from "../../../../../src/webview/chat/composer/earlierPrompts.ts";

const prompts = ["First", "Second", "Third"];

test("goes back to the oldest prompt and forward to the empty input", () => {
  const { step } = createEarlierPrompts();
  expect(step("later", "", prompts)).toBeUndefined();
  expect(step("earlier", "", prompts)).toBe("Third");
  expect(step("earlier", "Third", prompts)).toBe("Second");
  expect(step("earlier", "Second", prompts)).toBe("First");
  expect(step("earlier", "First", prompts)).toBeUndefined();
  expect(step("later", "First", prompts)).toBe("Second");
  expect(step("later", "Second", prompts)).toBe("Third");
  expect(step("later", "Third", prompts)).toBe("");
});

test("keeps the user's text, and starts again when the input is empty", () => {
  const { step } = createEarlierPrompts();
  expect(step("earlier", "My own", prompts)).toBeUndefined();
  expect(step("earlier", "", prompts)).toBe("Third");
  expect(step("earlier", "Third, changed", prompts)).toBeUndefined();
  expect(step("earlier", "", [...prompts, "Fourth"])).toBe("Fourth");
});

test("has none in a new conversation", () => {
  expect(createEarlierPrompts().step("earlier", "", [])).toBeUndefined();
});
