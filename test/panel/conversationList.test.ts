/** The list of conversations: names, and the focus. */
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let panel: PanelPage;

beforeAll(async () => {
  panel = await openPanelPage(await sharedBrowser());
});

test("a conversation is renamed also when the field loses the focus, but not after Escape or with an empty name", async () => {
  await panel.show(conversationOf([], { id: "c" }));
  await panel.post({ type: "showConversations" });
  await panel.post({ type: "conversations", query: "", conversations: [{ id: "c", title: "Lamps", updatedAt: 0, turns: 2 }] });
  const { page } = panel;
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const rename = async () => {
    await page.getByRole("button", { name: "More Actions" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
  };
  const search = page.getByRole("textbox", { name: "Search all conversations" });
  const names = () => panel.sent.flatMap((message) => (message.type === "renameConversation" ? [message.title] : []));
  await rename();
  await name.fill("Given up");
  await name.press("Escape");
  await rename();
  await name.fill(" ");
  await search.click();
  await rename();
  await name.fill("Unchanged");
  await name.fill("Lamps");
  await search.click();
  await rename();
  await name.fill("By Enter");
  await name.press("Enter");
  await rename();
  await name.fill("Left");
  await search.click();
  await expect.poll(names).toEqual(["By Enter", "Left"]);
  await page.getByRole("button", { name: "Back to the Chat" }).click();
});

test("a menu that a row opened with the right button returns the focus to it, so that the arrow keys go on from there", async () => {
  const { page } = panel;
  await panel.post({ type: "showConversations" });
  const conversations = ["Lamps", "Herons"].map((title, index) => ({ id: `${index}`, title, updatedAt: -index, turns: 2 }));
  await panel.post({ type: "conversations", query: "", conversations });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.getByText("Lamps").click({ button: "right" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toContain("Herons");
  await page.getByRole("button", { name: "Back to the Chat" }).click();
});

test("the list does not take the focus, which may be in a dialog of VS Code, when it changes", async () => {
  const { page } = panel;
  const list = (title: string) =>
    panel.post({ type: "conversations", query: "", conversations: [{ id: "c", title, updatedAt: 0, turns: 2 }] });
  await panel.post({ type: "showConversations" });
  await list("Lamps");
  const search = page.getByRole("textbox", { name: "Search all conversations" });
  const isFocused = () => search.evaluate((element) => document.activeElement === element);
  await expect.poll(isFocused).toBe(true);
  await search.blur();
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await list("Lanterns");
  await page.getByText("Lanterns").waitFor();
  expect(await isFocused()).toBe(false);
  await page.evaluate(() => Reflect.deleteProperty(document, "hasFocus"));
  await page.getByRole("button", { name: "Back to the Chat" }).click();
});
