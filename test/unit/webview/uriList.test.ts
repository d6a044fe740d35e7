/** The files in a dropped list of URIs. */
import { expect, test } from "vitest";
import { readUriList } from "../../../src/webview/uriList.ts";

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
