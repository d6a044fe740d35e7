/** Files mentioned with a `#`: in the input, and in the sent message. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
/** In the form that the host stores. */
let attached: Attachment[];
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);
beforeEach(async () => {
  await panel?.close();
  panel = await openPanelPage(browser);
  attached = [];
  let last = 0;
  const files = ["src/lamp.ts", "src/lady.ts"].map((path) => ({ path, name: path.slice(4), folder: "src" }));
  panel.host.searchFiles = ({ query }) => ({ files: query === "none" ? [] : files });
  panel.host.attachPath = ({ path }) => {
    last += 1;
    attached = [...attached, { id: `${last}`, kind: "text", name: path, mediaType: "text/plain", size: 10 }];
    return panel.post({ type: "attachments", attachments: attached });
  };
  panel.host.removeAttachment = ({ id: removed }) => {
    attached = attached.filter(({ id }) => id !== removed);
    return panel.post({ type: "attachments", attachments: attached });
  };
  await panel.show(conversationOf([]));
});

const input = () => panel.page.getByRole("textbox", { name: "Message", exact: true });
const marked = () => panel.page.locator(".input-backdrop .mention").allTextContents();
const chips = () => panel.page.locator(".attachments .chip-name").allTextContents();
const sentOf = (type: string) => panel.sent.filter((message) => message.type === type);

async function name(letters: string): Promise<void> {
  await input().pressSequentially(letters);
  await panel.page.getByRole("option").first().waitFor();
  await input().press("Enter");
}

async function nameLamp(): Promise<void> {
  await name("Does #la");
  await expect.poll(marked).toEqual(["#lamp.ts"]);
  await expect.poll(chips).toEqual(["src/lamp.ts"]);
}

test("a file picked after a # is attached, and stays in the sentence as a chip", async () => {
  await nameLamp();
  await input().pressSequentially("shine?");
  await expect.poll(() => input().inputValue()).toBe("Does #lamp.ts shine?");
  await expect.poll(marked).toEqual(["#lamp.ts"]);
  await input().press("Enter");
  expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Does #lamp.ts shine?" });
  await expect.poll(() => input().inputValue()).toBe("");
  // The host moves the attachments into the message.
  expect(sentOf("removeAttachment")).toEqual([]);
});

test("removing the name from the text removes the attachment, and undo restores it", async () => {
  await nameLamp();
  await input().press("Backspace");
  await input().press("Backspace");
  await expect.poll(() => input().inputValue()).toBe("Does ");
  await expect.poll(chips).toEqual([]);
  expect(sentOf("removeAttachment")).toEqual([{ type: "removeAttachment", id: "1" }]);
  await input().press("ControlOrMeta+z");
  await expect.poll(() => input().inputValue()).toContain("#lamp.ts");
  await expect.poll(chips).toEqual(["src/lamp.ts"]);
  await expect.poll(marked).toEqual(["#lamp.ts"]);
  await input().press("ControlOrMeta+a");
  await input().press("Delete");
  await expect.poll(chips).toEqual([]);
});

test("removing the attachment removes its name from the text", async () => {
  await nameLamp();
  await input().pressSequentially("shine?");
  await panel.page.getByRole("button", { name: panel.say("attachmentRemove", "src/lamp.ts") }).click();
  await expect.poll(() => input().inputValue()).toBe("Does shine?");
  await expect.poll(chips).toEqual([]);
  expect(sentOf("removeAttachment")).toHaveLength(1);
});

test("a name that is removed before the host has attached the file is not attached", async () => {
  const attach = panel.host.attachPath;
  const isRemoved = Promise.withResolvers<void>();
  panel.host.attachPath = async (file) => {
    await isRemoved.promise;
    await attach?.(file);
  };
  await name("Does #la");
  await panel.waitFor("attachPath");
  await input().fill("Does it?");
  expect(sentOf("removeAttachment")).toEqual([]);
  isRemoved.resolve();
  await expect.poll(() => sentOf("removeAttachment")).toEqual([{ type: "removeAttachment", id: "1" }]);
  await expect.poll(() => attached).toEqual([]);
});

test("the chips are positioned over their names in the input, also if the text wraps or is scrolled", async () => {
  await nameLamp();
  /** true if both have the same layout; otherwise both layouts. */
  const isAlike = () =>
    panel.page.locator(".input-area").evaluate((area) => {
      const sizes = [...area.querySelectorAll(".input")].map((element) =>
        [element.clientWidth, element.scrollHeight, element.scrollTop, getComputedStyle(element).font].join(),
      );
      return sizes.length === 2 && sizes[0] === sizes[1] ? true : sizes;
    });
  const texts = [
    `${"lamps and ladies ".repeat(8)}#lamp.ts `,
    `#lamp.ts ${"unbroken".repeat(40)} #lamp.ts\n\n`,
    `#lamp.ts\n${"a line\n".repeat(60)}#lamp.ts`,
    "שלום #lamp.ts עולם\n#lamp.ts is next\tto a tab",
  ];
  for (const text of texts) {
    await input().fill(text);
    for (const width of [380, 200]) {
      await panel.page.setViewportSize({ width, height: 600 });
      await expect.poll(isAlike).toBe(true);
      await input().evaluate((field) => field.scrollTo(0, 45));
      await expect.poll(isAlike).toBe(true);
    }
  }
});

test("text composition with an input method is not disturbed", async () => {
  await nameLamp();
  const session = await panel.page.context().newCDPSession(panel.page);
  for (const text of ["に", "にほ", "にほん"])
    await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await expect.poll(marked).toEqual(["#lamp.ts"]);
  await session.send("Input.insertText", { text: "日本" });
  await expect.poll(() => input().inputValue()).toBe("Does #lamp.ts 日本");
  await expect.poll(chips).toEqual(["src/lamp.ts"]);
});

test("in the sent message, the name is a chip that opens the file if it is in the workspace", async () => {
  const attachments: Attachment[] = [
    { id: "1", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 10 },
    { id: "2", kind: "text", name: "gone.ts", mediaType: "text/plain", size: 10 },
  ];
  panel.host.findFiles = () => ({
    files: [
      { path: "src/lamp.ts", exists: true },
      { path: "gone.ts", exists: false },
    ],
  });
  await panel.show(
    conversationOf([
      promptOf("p", "Does #lamp.ts shine in #gone.ts or #other.ts?", null, { attachments }),
      answerOf("a", "p", [textPart("Yes.")]),
    ]),
  );
  expect(await panel.waitFor("findFiles")).toEqual({ type: "findFiles", paths: ["src/lamp.ts", "gone.ts"] });
  await panel.page.getByRole("link", { name: "#lamp.ts" }).click();
  expect(await panel.waitFor("openFile")).toEqual({ type: "openFile", reference: "src/lamp.ts" });
  expect(await panel.page.locator("article .mention").allTextContents()).toEqual(["#lamp.ts", "#gone.ts"]);
  expect(await panel.page.locator("article a[href]").count()).toBe(1);
});
