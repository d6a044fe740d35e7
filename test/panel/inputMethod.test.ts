/** Composing text with an input method, in every field of the panel. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chatProtocol } from "../../src/chat/messages/chatProtocol.ts";
import { imageEditorProtocol } from "../../src/imageEditor/imageEditorProtocol.ts";
import { comparisonProtocol } from "../../src/library/comparison/comparisonProtocol.ts";
import { libraryProtocol } from "../../src/library/libraryProtocol.ts";
import { formProtocol } from "../../src/requestForm/formProtocol.ts";
import { sharedBrowser } from "./browser.ts";
import { openCallPage } from "./callPage.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("the panel", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    panel = await openPanelPage(browser);
  });

  const input = () => panel.page.getByRole("textbox", { name: "Message", exact: true });

  test("leaves the keys of an input method to it: they stop, pick, close and discard nothing", async () => {
    const { page } = panel;
    const turns = [promptOf("p", "One"), answerOf("a", "p", [textPart("Text")])];
    const running = [promptOf("q", "Two", "a"), answerOf("b", "q", [textPart("More")], { state: "streaming" })];
    await panel.show(conversationOf([...turns, ...running], { id: "composing" }));
    /** Keys that confirm or cancel the composed text, or choose among its candidates; Safari sends them after the composition. */
    const compose = (field: ReturnType<typeof input>, ...keys: string[]) =>
      field.evaluate((element, pressed) => {
        const ways = [{ isComposing: true }, { isComposing: false, keyCode: 229 }];
        return ways.every((way) =>
          pressed.every((key) => element.dispatchEvent(new KeyboardEvent("keydown", { key, ...way, bubbles: true, cancelable: true }))),
        );
      }, keys);

    await page.getByRole("button", { name: "Edit and Resend" }).first().click();
    const editor = page.getByRole("textbox", { name: "Edit the message" });
    await editor.fill("One, again");
    expect(await compose(editor, "Enter", "Escape")).toBe(true);

    await input().pressSequentially("Fix @");
    await page.getByRole("option", { name: "Selection", exact: true }).waitFor();
    expect(await compose(input(), "ArrowDown", "Enter", "Tab", "Escape")).toBe(true);
    await expect.poll(() => page.getByRole("option", { selected: true }).textContent()).toBe("Active File");
    await page.keyboard.press("Escape");
    expect(await compose(input(), "Enter", "Escape")).toBe(true);
    expect([await input().inputValue(), await editor.inputValue()]).toEqual(["Fix @", "One, again"]);

    await panel.post({ type: "find" });
    const find = page.getByRole("textbox", { name: "Find in the conversation" });
    await find.fill("o");
    await page.getByText("1 of ").waitFor();
    expect(await compose(find, "Enter", "Escape")).toBe(true);
    await page.getByText("1 of ").waitFor();
    await find.press("Escape");

    await panel.post({ type: "showConversations" });
    await panel.post({ type: "conversations", query: "", conversations: [{ id: "c", title: "Lamps", updatedAt: 0, turns: 2 }] });
    const search = page.getByRole("textbox", { name: "Search all conversations" });
    expect(await compose(search, "ArrowDown", "Escape")).toBe(true);
    await page.getByRole("button", { name: "More Actions" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("Given up");
    expect(await compose(name, "Enter", "Escape")).toBe(true);
    expect(await name.inputValue()).toBe("Given up");
    await name.press("Escape");
    await page.getByRole("button", { name: "Back to the Chat" }).click();
    const acted = new Set(["stop", "send", "resend", "attach", "renameConversation"]);
    expect(panel.sent.filter(({ type }) => acted.has(type))).toEqual([]);
  });
});

/** No field of a page needs a rule of its own: what the page, its fields or the browser would do with a key comes after this. */
test.each([
  ["chat", chatProtocol],
  ["requestForm", formProtocol],
  ["imageEditor", imageEditorProtocol],
  ["library", libraryProtocol],
  ["comparison", comparisonProtocol],
] as const)("no listener of the page %s sees a key of an input method, and each sees the others", async (bundle, protocol) => {
  const { page, close } = await openCallPage(await sharedBrowser(), bundle, protocol, {}, { location: "editor" });
  const seen = await page.evaluate(() => {
    const keys = ["Enter", "Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "Backspace", " ", "a", "Process"];
    const ways = { composing: { isComposing: true }, after: { keyCode: 229 }, none: {} };
    const modifiers = [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }];
    const field = document.body.appendChild(document.createElement("textarea"));
    const heard: Record<string, number> = { composing: 0, after: 0, none: 0 };
    let way = "";
    const hear = () => {
      heard[way] = (heard[way] ?? 0) + 1;
    };
    for (const type of ["keydown", "keyup"]) {
      field.addEventListener(type, hear);
      document.addEventListener(type, hear, { capture: true });
    }
    let sent = 0;
    for (const [name, how] of Object.entries(ways))
      for (const type of ["keydown", "keyup"])
        for (const key of keys)
          for (const modifier of modifiers) {
            way = name;
            sent += 1;
            const event = new KeyboardEvent(type, { key, ...how, ...modifier, bubbles: true, cancelable: true });
            if (!field.dispatchEvent(event) && name !== "none") hear();
          }
    field.remove();
    return { ...heard, sent };
  });
  expect(seen).toEqual({ composing: 0, after: 0, none: 200, sent: 300 });
  await close();
});
