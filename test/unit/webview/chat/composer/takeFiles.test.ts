/** The files in a dropped list of URIs. */
import { expect, test } from "vitest";
import { readUriList } from "../../../../../src/webview/chat/composer/takeFiles.ts";
import { toBase64 } from "../../../../../src/webview/chat/composer/toBase64.ts";

test.for([
  ["one line", "file:///a.ts", ["file:///a.ts"]],
  ["any line endings, and none at the end", "file:///a\r\nfile:///b\nfile:///c", ["file:///a", "file:///b", "file:///c"]],
  ["comments and empty lines", "# two files\r\n\r\nfile:///a\r\n#file:///b\r\n", ["file:///a"]],
  ["an address with a fragment", "https://example.com/#part", ["https://example.com/#part"]],
  ["names that are not English", "file:///%D7%A9%D7%9C%D7%95%D7%9D.md", ["file:///%D7%A9%D7%9C%D7%95%D7%9D.md"]],
  ["nothing", "", []],
  ["lines of nothing", "\r\n\n\r\n", []],
  ["blanks around an address", "  file:///a \r\n \t\r\n", ["file:///a"]],
] as const)("%s", ([, list, named]) => {
  expect(readUriList(list)).toEqual(named);
});

test("bytes of any number and value are encoded without loss", async () => {
  for (const length of [0, 1, 2, 3, 0x8000, 0x8001, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    expect(Buffer.from(await toBase64(new Blob([bytes])), "base64").equals(bytes)).toBe(true);
  }
});
