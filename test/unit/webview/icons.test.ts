/** The panels have only icons that they use. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { kindTable, mediaKinds } from "../../../src/contract/kind.ts";
import { iconNames } from "../../../src/webview/iconNames.ts";

const webview = path.join(import.meta.dirname, "..", "..", "..", "src", "webview");

test("each listed icon is used somewhere", async () => {
  let source = "";
  for await (const file of glob("**/*.{ts,tsx}", { cwd: webview, exclude: ["iconNames.ts"] }))
    source += await readFile(path.join(webview, file), "utf8");
  // `NoPreview` shows them.
  const ofKinds: readonly string[] = mediaKinds.map((kind) => kindTable[kind].icon);
  expect(
    iconNames.filter((name) => !ofKinds.includes(name) && !source.includes(`"${name}"`) && !source.includes(`codicon-${name}`)),
  ).toEqual([]);
});
