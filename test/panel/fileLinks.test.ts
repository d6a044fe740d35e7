/** Files in an answer become links once the host has found them. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { readViolations } from "./readViolations.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
  panel = await openPanelPage(browser);
  panel.host.findFiles = ({ paths }) => ({ files: paths.map((path) => ({ path, exists: path.endsWith("add.ts") })) });
}, 180_000);

const text = [
  "See [add.ts](src/add.ts#L2), `src/add.ts:12:3` and [this one](file:///w/add.ts).",
  "Neither [gone](src/gone.ts) nor `gone.ts` nor `npm test` exists, and [no](command:x) command runs.",
  "```ts src/add.ts\nadd.ts\n```",
].join("\n\n");
const links = () => panel.page.locator(".markdown a[href]");

test("existing files open by click and by keyboard, at the given line", async () => {
  await panel.show(conversationOf([promptOf("p", "Where?"), answerOf("a", "p", [textPart(text)])]));
  await expect.poll(() => links().allTextContents()).toEqual(["add.ts", "src/add.ts:12:3", "this one"]);
  await links().nth(0).click();
  await links().nth(1).focus();
  await panel.page.keyboard.press("Enter");
  await links().nth(2).click();
  await expect
    .poll(() => panel.sent.filter(({ type }) => type === "openFile"))
    .toEqual([
      { type: "openFile", reference: "src/add.ts#L2" },
      { type: "openFile", reference: "src/add.ts:12:3" },
      { type: "openFile", reference: "file:///w/add.ts" },
    ]);
  expect(panel.page.url()).toBe("http://panel.test/");
  expect(await readViolations(panel.page)).toEqual([]);
});

test("paths in text are links too, with the position that follows, except in links and code", async () => {
  const written = [
    'It fails at src/add.ts:12:3, in "docs/add.ts", line 7, and **src/add.ts (lines 3-4)**; not in src/gone.ts, add.ts or Node.js.',
    "- at f (src/add.ts:1:2)\n- [see src/add.ts](https://example.com) and `a = src/add.ts;`",
  ].join("\n\n");
  panel.sent.length = 0;
  await panel.show(conversationOf([promptOf("p", "Where?"), answerOf("a", "p", [textPart(written)])], { id: "text" }));
  const files = () => panel.page.locator(".markdown a[data-file][href]");
  await expect.poll(() => files().allTextContents()).toEqual(["src/add.ts:12:3", "docs/add.ts", "src/add.ts", "src/add.ts:1:2"]);
  for (const index of [0, 1, 2, 3]) await files().nth(index).click();
  await expect
    .poll(() => panel.sent.flatMap((message) => (message.type === "openFile" ? [message.reference] : [])))
    .toEqual(["src/add.ts:12:3", "docs/add.ts:7", "src/add.ts:3", "src/add.ts:1:2"]);
});

test("each path is looked up once, also while an answer grows around it", async () => {
  panel.sent.length = 0;
  await panel.show(conversationOf([promptOf("p", "Where?"), answerOf("a", "p", [textPart("")], { state: "streaming" })], { id: "other" }));
  for (const piece of ["In `lib/", "add.ts", "` and ", "again `lib/add.ts`", " is the ", "sum."]) {
    await panel.change("other", [{ type: "textAppended", turnId: "a", key: "0.0", text: piece }]);
    await panel.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  await expect.poll(() => panel.page.locator(".markdown").textContent()).toContain("is the sum.");
  await expect.poll(() => links().allTextContents()).toEqual(["lib/add.ts", "lib/add.ts"]);
  expect(panel.sent.filter(({ type }) => type === "findFiles")).toEqual([{ type: "findFiles", paths: ["lib/add.ts"] }]);
});
