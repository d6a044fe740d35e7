/** The chat in the side bar and in editor tabs: keys and commands reach the focused panel, and tabs are restored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFrame, findChat, write } from "../workbench/chatFrames.ts";
import { repeatUntil } from "../workbench/repeatUntil.ts";
import { waitForStored } from "../workbench/waitForStored.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let side: ChatFrame;

const inSideBar = (text?: string) => findChat(workbench.page, "sideBar", text);
const inTab = (text?: string) => findChat(workbench.page, "editor", text);
const press = (key: string) => workbench.page.keyboard.press(key);
const empty = ({ frame }: ChatFrame) => frame.getByRole("heading", { name: "Ask anything" });
const find = ({ frame }: ChatFrame) => frame.getByRole("textbox", { name: "Find in the conversation" });
const search = ({ frame }: ChatFrame) => frame.getByRole("textbox", { name: "Search all conversations" });
const settings = ({ frame }: ChatFrame) => frame.getByRole("button", { name: "Request Settings" }).click();

async function goInto(panel: ChatFrame): Promise<void> {
  await panel.input.click();
  await untilFocusIsReported(panel);
}

/**
 * Waits until VS Code has handled the panel's message on its focus. Messages are handled in order, so it has when the files of a later
 * search arrive. Until then the panel shows the files of the search before: of two searches, at least one finds a file that is not
 * shown yet. The text is not typed, because keys need the focus.
 */
async function untilFocusIsReported({ frame, input }: ChatFrame): Promise<void> {
  const option = (name: string) => frame.getByRole("listbox", { name: "Files" }).getByRole("option", { name });
  const fill = (text: string) =>
    input.evaluate((element, value) => {
      if (!(element instanceof HTMLTextAreaElement)) throw new TypeError("This is no input.");
      element.value = value;
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  const written = await input.inputValue();
  for (const [name, other] of [
    ["notes.md", "add.ts"],
    ["add.ts", "notes.md"],
  ] as const) {
    await fill(`${written} #${name}`);
    await option(name).waitFor();
    await option(other).waitFor({ state: "detached" });
  }
  await fill(written);
}

async function favourite({ frame }: ChatFrame, model: string): Promise<void> {
  await frame.getByRole("button", { name: /^Model:/ }).click();
  await frame.getByRole("combobox", { name: "Search models" }).fill(model);
  await frame.locator(".option-row", { hasText: model }).getByTitle(`Add ${model} to Favourites`).click();
  await frame.getByRole("group", { name: "Favourites" }).waitFor();
  await press("Escape");
}

beforeAll(async () => {
  workbench = await openWorkbench({ files: { "notes.md": "# Notes\n", "src/add.ts": "export const add = 1;\n" } });
  await workbench.openContainer("Generation Studio");
  side = await inSideBar();
});
afterAll(() => workbench?.close());

test("a conversation opens in one tab beside the code, and tabs and the side bar can show different conversations", async () => {
  await side.askAndWait("Lighthouses in one sentence");
  await workbench.openFile("notes.md");
  await goInto(side);
  await press("Control+f");
  await find(side).waitFor();
  await find(side).press("Escape");
  await side.input.click();
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  const tab = await inTab("Lighthouses in one sentence");
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  await tab.input.waitFor();
  await expect.poll(() => workbench.tab("Lighthouses in one sentence").count()).toBe(1);

  await workbench.pressViewAction("Chat", "New Conversation", empty(side));
  await tab.prompts.first().waitFor();
  await side.askAndWait("Bread in one sentence");
  await expect.poll(() => tab.prompts.allInnerTexts()).not.toContain("Bread in one sentence");
});

test("keys work in the focused panel, in the side bar and in a tab", async () => {
  const tab = await inTab("Lighthouses in one sentence");
  for (const [panel, other] of [
    [side, tab],
    [tab, side],
  ] as const) {
    await goInto(panel);
    await press("Control+f");
    await find(panel).waitFor();
    await expect.poll(() => find(other).count()).toBe(0);
    await find(panel).press("Escape");
    await find(panel).waitFor({ state: "detached" });
    await press("Control+Alt+ArrowUp");
    await expect.poll(() => panel.focused()).toContain("article.turn answer");
    await press("Control+Alt+ArrowDown");
    await expect.poll(() => panel.focused()).toContain("textarea.input");
  }
  await press("Control+n");
  await empty(tab).waitFor();
  await side.prompts.first().waitFor();
  await goInto(side);
  await press("Control+n");
  await empty(side).waitFor();
});

test("the same keys keep their usual meaning elsewhere while a chat is the active tab", async () => {
  const tab = await inTab();
  await write(tab.input, "Not sent yet");
  await workbench.runCommand("View: Show Explorer");
  await workbench.page.locator(".explorer-folders-view .monaco-list:focus").waitFor();
  await untilFocusIsReported(tab);
  await press("Control+f");
  // If the key had sent a command to the extension, it would have run before this one.
  await workbench.runCommand("Generation Studio: Refresh Models");
  await expect.poll(() => find(tab).count()).toBe(0);

  const editor = await workbench.openFile("notes.md");
  await editor.click();
  await press("Control+f");
  await workbench.page.locator(".find-widget.visible").waitFor();
  await press("Escape");
  await press("Control+n");
  await workbench.tab(/^Untitled-1/).waitFor();
  await workbench.openContainer("Generation Studio");
  side = await inSideBar();
});

test("commands of the palette open a hidden side bar and act there", async () => {
  await side.askAndWait("Harbours in one sentence");
  const hide = async () => {
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
    await workbench.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  };
  const whileHidden = async (run: () => Promise<void>) => {
    await side.input.click();
    await hide();
    await run();
    side = await inSideBar();
  };
  await whileHidden(() => workbench.runCommand("Generation Studio: Focus Last Message"));
  await expect.poll(() => side.focused()).toContain("article.turn answer");
  await workbench.runCommand("Generation Studio: Focus Chat Input");
  await expect.poll(() => side.focused()).toContain("textarea.input");
  await untilFocusIsReported(side);
  await press("Control+f");
  await find(side).waitFor();
  await find(side).press("Escape");
  await find(side).waitFor({ state: "detached" });
  await workbench.runCommand("Generation Studio: Find in Conversation");
  await find(side).waitFor();
  await whileHidden(() => workbench.runCommand("Generation Studio: New Conversation"));
  await empty(side).waitFor();
  await expect.poll(() => side.focused()).toContain("textarea.input");
  await side.ask("Write 3000 words about lighthouses");
  await side.answers.first().locator(".markdown p").first().waitFor();
  await workbench.runCommand("Generation Studio: Stop Answer");
  await side.frame.getByText("Stopped.").waitFor();
});

test("tabs are restored after a reload, each with its conversation, draft, scroll position and settings", async () => {
  await workbench.pressViewAction("Chat", "New Conversation", empty(side));
  await side.askAndWait("Write 250 words about harbours");
  await side.input.click();
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  let tab = await inTab("Write 250 words about harbours");
  await write(tab.input, "half a thought");
  await settings(tab);
  await tab.frame.getByRole("checkbox", { name: "Web search" }).check();
  await tab.frame.getByRole("radio", { name: "high" }).check({ force: true });
  await tab.frame.getByRole("textbox", { name: "Instructions" }).fill("In few words.");
  await tab.frame.getByRole("textbox", { name: "Name of the preset" }).fill("Terse");
  await press("Enter");
  await tab.frame.getByRole("button", { name: "Save Preset" }).click();
  await tab.frame.getByRole("button", { name: "Terse", exact: true }).waitFor();
  await press("Escape");
  await favourite(tab, "demo-multimodal");
  await workbench.pressViewAction("Chat", "New Conversation", empty(side));
  await write(side.input, "beside it");
  await tab.turns.evaluate((region) => region.scrollTo(0, 120));
  await tab.frame.getByRole("button", { name: "Scroll to End" }).waitFor();
  const position = () => tab.turns.evaluate((region) => Math.round(region.scrollTop));
  const before = await position();
  const atEdge = await tab.turns.evaluate((region) => {
    const edge = region.getBoundingClientRect().top;
    const turn = [...region.querySelectorAll("article.turn")].find((element) => element.getBoundingClientRect().bottom > edge);
    return turn?.getAttribute("data-turn") ?? "";
  });
  await waitForStored(workbench.page, `"turnId":"${atEdge}"`);
  await workbench.reload();
  tab = await inTab("Write 250 words about harbours");
  await tab.answers.first().locator(".turn-footer").waitFor();
  await expect.poll(() => tab.input.inputValue()).toBe("half a thought");
  await expect.poll(position).toBe(before);
  await settings(tab);
  await expect.poll(() => tab.frame.getByRole("checkbox", { name: "Web search" }).isChecked()).toBe(true);
  await expect.poll(() => tab.frame.getByRole("radio", { name: "high" }).isChecked()).toBe(true);
  await expect.poll(() => tab.frame.getByRole("textbox", { name: "Instructions" }).inputValue()).toBe("In few words.");
  await tab.frame.getByRole("button", { name: "Terse", exact: true }).waitFor();
  await press("Escape");
  await tab.frame.getByRole("button", { name: /^Model:/ }).click();
  const favourites = tab.frame.getByRole("group", { name: "Favourites" });
  await favourites.getByRole("option", { name: /^demo-multimodal/ }).waitFor();
  await workbench.screenshot("chat-tab-restored");
  await press("Escape");
  side = await inSideBar();
  await expect.poll(() => side.input.inputValue()).toBe("beside it");
  await side.prompts.first().waitFor({ state: "detached" });
  await workbench.tab("Chat").click();
  const other = await inTab("Ask anything");
  await expect.poll(() => other.input.inputValue()).toBe("Not sent yet");
});

test("deleting a conversation that a tab shows leaves an empty one with its own name", async () => {
  await workbench.tab("Write 250 words about harbours").click();
  const tab = await inTab("Write 250 words about harbours");
  await workbench.pressViewAction("Chat", "Show Conversations", search(side));
  const row = side.frame.locator("li.conversation", { hasText: "Write 250 words about harbours" });
  await row.hover();
  await row.getByRole("button", { name: "More Actions" }).click();
  await row.getByRole("menuitem", { name: "Delete" }).click();
  await workbench.pressDialogButton("Delete");
  await empty(tab).waitFor();
  await row.waitFor({ state: "detached" });
  await expect.poll(() => workbench.tab("Write 250 words about harbours").count()).toBe(0);
  await search(side).press("Escape");
  await empty(side).waitFor();
});

test("the draft of a new conversation is listed when another one is opened, and is kept", async () => {
  const draft = "A draft about breakwaters";
  const open = async (name: RegExp) => {
    await workbench.pressViewAction("Chat", "Show Conversations", search(side));
    await side.frame.getByRole("button", { name }).first().click();
  };
  await empty(side).waitFor();
  await write(side.input, draft);
  await open(/Lighthouses in one sentence/);
  await side.prompts.filter({ hasText: "Lighthouses in one sentence" }).waitFor();
  await open(new RegExp(`Draft.*${draft}`));
  await empty(side).waitFor();
  await expect.poll(() => side.input.inputValue()).toBe(draft);
  await write(side.input, "");
});

test("the buttons and menus above the view and above a tab act in that panel", async () => {
  const said = "Buttons in one sentence";
  // An empty conversation is already new, and keeps the draft.
  await empty(side).waitFor();
  await write(side.input, "typed before");
  await workbench.pressViewAction("Chat", "Show Conversations", search(side));
  await workbench.pressViewAction("Chat", "New Conversation", side.input);
  await expect.poll(() => side.input.inputValue()).toBe("typed before");
  await side.askAndWait(said);
  await workbench.pressViewAction("Chat", "Open Chat in Editor");
  const tab = await inTab(said);
  await workbench.pressViewAction("Chat", "Show Conversations", search(side));
  await search(side).press("Escape");
  await workbench.chooseFromViewMenu("Chat", "Find in Conversation");
  await find(side).waitFor();
  for (const absent of [search(tab), find(tab)]) await expect.poll(() => absent.count()).toBe(0);
  await find(side).press("Escape");

  await tab.input.click();
  await repeatUntil(search(tab), () => workbench.pressEditorAction("Show Conversations", 2000));
  await search(tab).press("Escape");
  await workbench.chooseFromEditorMenu("Find in Conversation");
  await find(tab).waitFor();
  for (const absent of [search(side), find(side)]) await expect.poll(() => absent.count()).toBe(0);
  await repeatUntil(empty(tab), () => workbench.pressEditorAction("New Conversation", 2000));
  await side.prompts.filter({ hasText: said }).waitFor();
});
