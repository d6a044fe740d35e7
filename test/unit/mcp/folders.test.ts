/** Which folders an agent may use. */

import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createFolders } from "../../../src/mcp/folders.ts";

const root = await realpath(tmpdir());
const output = await realpath(import.meta.dirname);
const file = pathToFileURL(root).href;

test.each<[name: string, roots: string[] | undefined, output: string | undefined, folders: string[]]>([
  ["roots", [file], output, [root]],
  ["no roots", undefined, output, [output]],
  ["an empty list of roots", [], output, [output]],
  ["roots that are not files", ["https://example.com/repository", "git://x"], output, [output]],
  ["some roots that are not files", ["https://example.com/repository", file], output, [root]],
  ["a root of another machine", ["file://server/share"], output, [output]],
  ["an empty list, without --output", [], undefined, []],
])("of a client that sends %s", async (_name, roots, configured, folders) => {
  expect(await createFolders({ roots: async () => roots, output: configured }).list()).toEqual(folders);
});
