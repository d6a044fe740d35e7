/** The panel's styles contain exactly the icons that it uses. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { collectIcons } from "../../../scripts/collectIcons.ts";
import { iconNames } from "../../../src/webview/iconNames.ts";

const webview = path.join(import.meta.dirname, "..", "..", "..", "src", "webview");

test("the styles are those of the listed icons; `node scripts/collectIcons.ts` updates them", async () => {
  expect(await readFile(path.join(webview, "styles", "icons.css"), "utf8")).toBe(await collectIcons());
});

test("each listed icon is used somewhere", async () => {
  let source = "";
  for await (const file of glob("{chat,diagrams,imageEditor,library,markdown}/**/*.{ts,tsx}", { cwd: webview }))
    source += await readFile(path.join(webview, file), "utf8");
  expect(iconNames.filter((name) => !source.includes(`"${name}"`) && !source.includes(`codicon-${name}`))).toEqual([]);
});
