/** What a draft is after a dictation. */
import { expect, test } from "vitest";
import { insertSpoken } from "../../../../src/chat/request/insertSpoken.ts";

test.each([
  // draft, what is before the cursor, spoken, result
  ["", "", "Hello.", "Hello."],
  ["Hello.", "Hello.", "How are you?", "Hello. How are you?"],
  ["Hello. ", "Hello. ", "How are you?", "Hello. How are you?"],
  ["Tell me.", "Tell", "it to", "Tell it to me."],
  ["Say it.", "Say", "please", "Say please it."],
  ["Say, now", "Say", "please", "Say please, now"],
  ["(", "(", "perhaps", "(perhaps"],
  ["(see)", "(see", "below", "(see below)"],
  ["Zeile\n", "Zeile\n", "noch eine", "Zeile\nnoch eine"],
  ["今日は", "今日は", "晴れです。", "今日は晴れです。"],
  ["今日は晴れ", "今日は", "とても", "今日はとても晴れ"],
  ["use React", "use React", "を使う", "use React を使う"],
  ["مرحبا", "مرحبا", "بكم", "مرحبا بكم"],
  // What was before the cursor has changed meanwhile.
  ["Something else", "Hello", "there", "Something else there"],
])("%j, with the cursor behind %j and %j spoken", (draft, before, spoken, expected) => {
  expect(insertSpoken(draft, spoken, before)).toBe(expected);
});

test("writes at the end of the draft if no cursor is known", () => {
  expect(insertSpoken("Hello", "there")).toBe("Hello there");
});
