/** Similar names: what is suggested for a misspelt one, and that many searches among many names are cheap. */
import { describe, expect, test } from "vitest";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { suggestNames } from "../../../../src/prompt/text/suggestNames.ts";

const photos = Array.from({ length: 5000 }, (_, index) => `photos/2026/bretagne-${String(index).padStart(4, "0")}.jpg`);
const deep = "assets/illustrations/lighthouses/of-the-north/watercolours/at-dusk-with-fog.png";

describe.each([
  ["a few", [] as string[]],
  ["thousands of", photos],
])("among %s other names", (_, others) => {
  test.each([
    ["sketsh.png", "sketch.png"],
    ["Sketch.PNG", "sketch.png"],
    ["skecth.png", "sketch.png"],
    ["art/sketch.pgn", "art/sketch.png"],
    ["ab", "ac"],
    ["phòtos/été.png", "photos/été.png"],
    [deep.replace("dusk", "dsuk"), deep],
  ])("%s is similar to %s", (name, expected) => {
    expect(suggestNames(name, [...others, expected])[0]).toBe(expected);
  });

  test("a name that is another one altogether has no similar one", () => {
    expect(suggestNames("x-ray-of-a-whale.tiff", [...others, "sketch.png"])).toEqual([]);
  });
});

test("the nearest of many similar names is first", () => {
  expect(suggestNames("photos/2026/bretagne-4711.jpgg", photos)[0]).toBe("photos/2026/bretagne-4711.jpg");
  expect(suggestNames("photos/2026/bretagen-4711.jpg", photos)[0]).toBe("photos/2026/bretagne-4711.jpg");
});

test("each of many missing files has its suggestion, in bounded time", () => {
  const missing = photos.slice(0, 1000).map((photo) => photo.replace("bretagne", "bretange"));
  const document = parsePromptDocument(`---\nmodel: demo-text\n---\n${missing.map((file) => `{{file:${file}}}\n`).join("")}`);
  const files = Object.fromEntries(missing.map((file) => [file, { exists: false }]));
  const started = process.cpuUsage();
  const found = diagnose(document, { files, paths: photos }).filter(({ code }) => code === "missingFile");
  const { user, system } = process.cpuUsage(started);
  expect(found.map(({ suggestions = [] }) => suggestions[0])).toEqual(photos.slice(0, 1000));
  expect((user + system) / 1000).toBeLessThan(2000);
});
