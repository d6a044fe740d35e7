/** Which images the menus offer to edit, and tests compare. */
import { expect, test } from "vitest";
import { isEditableImage } from "../../../src/editor/commands/when.ts";
import { actionsOf } from "../../../src/library/resultActions.ts";
import { similarTo } from "../../../src/prompt/assertions/types/similarTo.ts";

/** Those that `decodeImage` decodes, and others that a service may send. */
test.each([
  ["image/png", "png", true],
  ["image/jpeg", "jpg", true],
  ["image/jpeg", "jpeg", true],
  ["image/webp", "webp", true],
  ["image/avif", "avif", true],
  ["image/gif", "gif", false],
  ["image/heic", "heic", false],
  ["image/jxl", "jxl", false],
  ["image/svg+xml", "svg", false],
])("%s as .%s is edited and compared: %s", (mediaType, ending, isDecoded) => {
  const result = { kind: "image", mediaType, isThere: true, hasTask: true, hasPrompt: true, announced: [] } as const;
  expect(actionsOf(result).includes("edit")).toBe(isDecoded);
  expect(actionsOf(result)).not.toContain("play");
  const [, pattern = ""] = /=~ \/(.*)\/i$/.exec(isEditableImage) ?? [];
  expect(new RegExp(pattern).test(`.${ending}`)).toBe(isDecoded);
  expect(similarTo.comparesWith?.test(`a.${ending}`)).toBe(isDecoded);
});

test("a file whose sound VS Code cannot play is offered to another player", () => {
  const result = { kind: "video", mediaType: "video/mp4", isThere: true, hasTask: true, hasPrompt: true, announced: [] } as const;
  expect(actionsOf({ ...result, unheard: "AAC" })).toEqual(actionsOf(result).toSpliced(actionsOf(result).indexOf("reveal"), 0, "play"));
});
