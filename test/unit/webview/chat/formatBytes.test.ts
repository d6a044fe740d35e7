/** How the panel writes the sizes of files. */
import { afterEach, expect, test } from "vitest";
import { limits } from "../../../../src/contract/limits.ts";
import { formatBytes } from "../../../../src/webview/chat/formatBytes.ts";
import { setTexts } from "../../../../src/webview/translation.ts";

afterEach(() => setTexts({}, "en"));

test.for([
  [0, "0 B"],
  [1, "1 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [1001, "2 kB"],
  [999_000, "999 kB"],
  [999_001, "1 MB"],
  [2 ** 40, "1,099,511.7 MB"],
] as const)("%i bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("one byte over the service's limit is not displayed like the limit", () => {
  expect(formatBytes(limits.fileBytesPerRequest)).toBe("10 MB");
  expect(formatBytes(limits.fileBytesPerRequest + 1)).toBe("10.1 MB");
});

test("the number is formatted in the editor's language", () => {
  setTexts({}, "de");
  expect(formatBytes(10_000_001)).toBe("10,1 MB");
});
