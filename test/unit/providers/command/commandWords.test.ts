/** Values of requests that a program could read as options or as names of files. */
import { expect, test } from "vitest";
import { isAddedOption } from "../../../../src/providers/command/commandWords.ts";

const dashes = ["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\u2043", "\uFE58", "\uFE63", "\uFF0D"];

test.each([
  ...dashes.flatMap((dash) => [`${dash}w/etc/x`, `${dash}${dash}help`, ` ${dash}x`, `\n${dash}x`, `\u200B${dash}x`, `\uFEFF${dash}x`]),
  ...["--", "-", "@/etc/passwd", "\uFF20file", "+x", "/?", "/help"],
])("%j is an option as a word of its own, and none in another", (value) => {
  expect(isAddedOption("{prompt}", { prompt: value })).toBe(true);
  expect(isAddedOption("{voice}{prompt}", { voice: "", prompt: value })).toBe(true);
  expect(isAddedOption("Draw {prompt}", { prompt: value })).toBe(false);
});

test.each<[string, string, boolean]>([
  ["image={image}", "@/etc/passwd", true],
  ["prompt={image}", "</etc/passwd", true],
  ["-d{image}", "@/etc/passwd", true],
  ["{image}", "file=@/etc/passwd", true],
  ["--prompt={image}", "-w/etc/x", false],
  ["image=@{image}", "/tmp/image.png", false],
  ["@{image}", "/tmp/image.png", false],
  ["{image}", "", false],
  ["{image}", "a - b @ c = <d>", false],
  ["{image}", "/tmp/image.png", false],
  ["{image}", "Write to me@example.org", false],
])("%s with %j", (word, image, isAdded) => {
  expect(isAddedOption(word, { image })).toBe(isAdded);
});
