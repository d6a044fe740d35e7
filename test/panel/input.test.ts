/** Typing, searching and picking in the panel's input. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { limits } from "../../src/contract/limits.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("the panel", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    panel = await openPanelPage(browser);
  });
  beforeEach(() => void panel.sent.splice(0));

  const input = () => panel.page.getByRole("textbox", { name: "Message", exact: true });
  const sentOf = (type: string) => panel.sent.filter((message) => message.type === type);

  test("counts characters of instructions like the service, and does not send instructions that are too long", async () => {
    await panel.show(conversationOf([]));
    await panel.page.getByRole("button", { name: "Request Settings" }).click();
    const field = panel.page.getByRole("textbox", { name: /^Instructions/ });
    const counter = panel.page.locator(".counter");
    const sentValues = () => panel.sent.flatMap((message) => (message.type === "changeSettings" ? [message.settings.instructions] : []));
    // Two UTF-16 code units, one character.
    const full = "🗼".repeat(limits.instructionsMaximum);
    await field.fill(full);
    await expect.poll(() => counter.textContent()).toBe("2,000/2,000");
    await expect.poll(() => counter.getAttribute("class")).not.toContain("over");
    await expect.poll(sentValues).toEqual([full]);
    await field.fill(`${full}a`);
    await panel.page.getByText("Too long: the service accepts at most 2,000 characters.").waitFor();
    await expect.poll(() => counter.textContent()).toBe("2,001/2,000");
    await expect.poll(() => counter.getAttribute("class")).toContain("over");
    await expect.poll(() => panel.page.getByRole("button", { name: "Save Preset" }).count()).toBe(0);
    await field.fill("");
    await expect.poll(() => sentValues().at(-1)).toBe("");
    expect(sentValues()).toEqual([full, ""]);
    await panel.page.keyboard.press("Escape");
  });

  test("estimates the tokens of a message with its attachments, and the share of the model's context if its size is known", async () => {
    const model = { id: "demo-text", provider: "built-in", favourite: false, fitness: "yes" } as const;
    const usage = { total_tokens: 900 };
    const line = panel.page.locator(".conversation-usage");
    await panel.post({ type: "models", models: [model] });
    await panel.show(conversationOf([promptOf("p", "One"), answerOf("a", "p", [textPart("Two")], { usage })], { id: "estimated" }));
    await expect.poll(() => line.isVisible()).toBe(false);
    await input().fill("x".repeat(400));
    await expect.poll(() => line.textContent()).toBe("about 100 tokens");
    const attachments: Attachment[] = [
      { id: "t", kind: "text", name: "a.ts", mediaType: "text/plain", size: 4000 },
      { id: "i", kind: "image", name: "a.png", mediaType: "image/png", size: 4000, url: "https://example.com/a.png" },
    ];
    await panel.post({ type: "attachments", attachments });
    await expect.poll(() => line.textContent()).toBe("about 1,100 tokens · 1 file");
    await panel.post({ type: "models", models: [{ ...model, context: 4000 }] });
    await expect.poll(() => line.locator(".gauge").textContent()).toBe("about 50 % of context");
    await input().fill("");
    await panel.post({ type: "attachments", attachments: [] });
    await panel.post({ type: "costToday", cost: 0.25 });
    await expect.poll(() => line.textContent()).toBe("about 23 % of context$0.25 today");
    await panel.post({ type: "costToday" });
  });

  test("shows a microphone where VS Code has speech, and passes what is before the cursor", async () => {
    await panel.show(conversationOf([], { id: "dictated" }));
    const microphone = panel.page.getByRole("button", { name: /Dictat/ });
    expect(await microphone.count()).toBe(0);
    await input().fill("Tell it.");
    await input().press("ArrowLeft");
    await panel.post({ type: "dictation", state: "ready" });
    await microphone.click();
    expect(await panel.waitFor("dictate")).toEqual({ type: "dictate", before: "Tell it" });
    await panel.post({ type: "dictation", state: "running" });
    await expect.poll(() => microphone.getAttribute("aria-label")).toBe("Stop Dictating");
    await panel.post({ type: "draft", text: "Tell it to me." });
    await panel.post({ type: "dictation", state: "none" });
    await expect.poll(() => microphone.count()).toBe(0);
    expect(await input().inputValue()).toBe("Tell it to me.");
    await input().fill("");
  });

  test("attaches a kind of context after an @, by its name, and removes the typed name", async () => {
    await panel.show(conversationOf([]));
    const list = panel.page.getByRole("listbox", { name: "Context" });
    await input().fill("");
    await input().pressSequentially("Fix @");
    await list.getByRole("option", { name: "Changes Since the Last Commit" }).waitFor();
    await input().pressSequentially("PROB");
    await expect
      .poll(() => list.getByRole("option").allTextContents())
      .toEqual(["Problems of the Active File", "Problems of the Workspace"]);
    await input().press("ArrowDown");
    await expect.poll(() => list.locator("[aria-selected=true]").textContent()).toBe("Problems of the Workspace");
    await input().press("Enter");
    expect(await panel.waitFor("attach")).toEqual({ type: "attach", what: "workspaceProblems" });
    await expect.poll(() => input().inputValue()).toBe("Fix ");
    await list.waitFor({ state: "detached" });
    await input().pressSequentially("a@b @nothing");
    await expect.poll(() => list.count()).toBe(0);
    await input().press("Enter");
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Fix a@b @nothing" });
  });

  test("offers symbols after an @ that match the typed name, and attaches the chosen one", async () => {
    await panel.show(conversationOf([], { id: "symbols" }));
    const list = panel.page.getByRole("listbox", { name: "Context" });
    const symbols = [{ id: "2 0", name: "addLamp", location: "Tower · src/tower.ts" }];
    const found = Promise.withResolvers<void>();
    panel.host.searchSymbols = async ({ query }) => {
      if (query === "addL") await found.promise;
      return { symbols };
    };
    await input().fill("");
    await input().pressSequentially("Explain @a");
    await list.waitFor();
    expect(sentOf("searchSymbols")).toEqual([]);
    await input().pressSequentially("ddL");
    await expect.poll(() => sentOf("searchSymbols").at(-1)).toEqual({ type: "searchSymbols", query: "addL" });
    await expect.poll(() => list.count()).toBe(0);
    found.resolve();
    await expect.poll(() => list.getByRole("option").allTextContents()).toEqual(["addLampTower · src/tower.ts"]);
    await input().press("Enter");
    expect(await panel.waitFor("attachSymbol")).toEqual({ type: "attachSymbol", id: "2 0" });
    await expect.poll(() => input().inputValue()).toBe("Explain ");
  });

  test("does not attach a file for an earlier text: Enter waits for the files of the current one", async () => {
    await panel.show(conversationOf([]));
    const fileOf = (name: string) => ({ path: name, name, folder: "" });
    const [lamps, none] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    panel.host.searchFiles = async ({ query }) => {
      if (query === "la") return { files: [fileOf("lady.ts")] };
      if (query === "lamp") await lamps.promise;
      if (query === "12") await none.promise;
      return { files: query === "lamp" ? [fileOf("lamp.ts"), fileOf("lamps.ts")] : [] };
    };
    await input().pressSequentially("#la");
    await panel.page.getByRole("listbox", { name: "Files" }).waitFor();
    await input().pressSequentially("mp");
    await input().press("Enter");
    lamps.resolve();
    await expect.poll(() => sentOf("attachPath")).toEqual([{ type: "attachPath", path: "lamp.ts" }]);
    await expect.poll(() => input().inputValue()).toBe("#lamp.ts ");
    expect(sentOf("send")).toEqual([]);
    await input().fill("");
    await input().pressSequentially("See #12");
    await input().press("Enter");
    none.resolve();
    await expect.poll(() => sentOf("send")).toEqual([{ type: "send", text: "See #12" }]);
    expect(sentOf("attachPath")).toHaveLength(1);
  });

  test("completes a file after a # by arrows, Enter, Tab and mouse", async () => {
    await panel.show(conversationOf([]));
    const paths = Array.from({ length: 30 }, (_, index) => `src/lamps/lamp${index}.ts`);
    const files = paths.map((path) => ({ path, name: path.replace(/^.*\//, ""), folder: "src/lamps" }));
    panel.host.searchFiles = () => ({ files });
    const list = panel.page.getByRole("listbox", { name: "Files" });
    const begin = async (text: string) => {
      await input().fill("");
      await input().pressSequentially(text);
      await list.waitFor();
    };
    const marked = () => panel.page.locator(".completion [aria-selected=true]");
    const picked = () => panel.sent.flatMap((message) => (message.type === "attachPath" ? [message.path] : []));

    await begin("Explain #la");
    await expect.poll(() => sentOf("searchFiles").at(-1)).toEqual({ type: "searchFiles", query: "la" });
    await input().press("ArrowUp");
    await expect.poll(() => marked().textContent()).toContain("lamp29.ts");
    const isShown = () =>
      marked().evaluate((option) => {
        const box = option.parentElement?.getBoundingClientRect();
        const { top, bottom } = option.getBoundingClientRect();
        return box !== undefined && top >= box.top && bottom <= box.bottom;
      });
    await expect.poll(isShown).toBe(true);
    await expect.poll(async () => input().getAttribute("aria-activedescendant")).toBe(await marked().getAttribute("id"));
    await input().press("ArrowDown");
    await input().press("ArrowDown");
    await input().press("Enter");
    await expect.poll(() => input().inputValue()).toBe("Explain #lamp1.ts ");
    await list.waitFor({ state: "detached" });
    await expect.poll(() => input().getAttribute("aria-activedescendant")).toBeNull();

    await begin("#la");
    await input().press("Tab");
    await expect.poll(() => input().inputValue()).toBe("#lamp0.ts ");
    await begin("#la");
    await list.getByText("lamp3.ts").click();
    await expect.poll(picked).toEqual(["src/lamps/lamp1.ts", "src/lamps/lamp0.ts", "src/lamps/lamp3.ts"]);

    await begin("In C#, #la");
    await input().press("Escape");
    await list.waitFor({ state: "detached" });
    await input().press("Enter");
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "In C#, #la" });
    await input().fill("");
  });

  test("shows the end of a long folder beside the name, so that files with the same name can be told apart", async () => {
    await panel.show(conversationOf([]));
    await panel.page.setViewportSize({ width: 250, height: 800 });
    const folders = ["packages/lamp-controller/src/components/button", "packages/lamp-controller/src/components/menu", "src"];
    const files = folders.map((folder) => ({ path: `${folder}/index.ts`, name: "index.ts", folder }));
    panel.host.searchFiles = () => ({ files });
    await input().pressSequentially("#index");
    const notes = panel.page.locator(".completion .option-note");
    await expect.poll(() => notes.allTextContents()).toEqual(folders);
    /** The last characters of each note that are visible inside its row. */
    const endings = () =>
      notes.evaluateAll((elements) =>
        elements.map((element) => {
          const row = element.closest(".option")?.getBoundingClientRect() ?? new DOMRect();
          const { left, right } = element.getBoundingClientRect();
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          const shown = [...(text?.textContent ?? "")].filter((_, index) => {
            const range = document.createRange();
            if (text === null) return false;
            range.setStart(text, index);
            range.setEnd(text, index + 1);
            const box = range.getBoundingClientRect();
            return box.top >= row.top && box.bottom <= row.bottom && box.left >= left - 1 && box.right <= right + 1;
          });
          return shown.slice(-6).join("");
        }),
      );
    await expect.poll(endings).toEqual(["button", "s/menu", "src"]);
    await panel.page.setViewportSize({ width: 380, height: 800 });
    await input().fill("");
  });

  test("inserts the host's text into the input, also while the list of conversations is shown", async () => {
    await panel.show(conversationOf([]));
    await panel.post({ type: "showConversations" });
    await panel.page.getByRole("textbox", { name: "Search all conversations" }).waitFor();
    await panel.post({ type: "draft", text: "About this selection" });
    await expect.poll(() => input().inputValue()).toBe("About this selection");
    await expect.poll(() => input().evaluate((element) => element === document.activeElement)).toBe(true);
    await input().fill("");
  });

  test("keeps unsent text, also in an earlier message, while the list of conversations is shown and after a reload", async () => {
    await panel.show(conversationOf([promptOf("p", "One"), answerOf("a", "p", [textPart("Text")])]));
    await input().fill("half a thought");
    await panel.page.getByRole("button", { name: "Edit and Resend" }).click();
    const editor = panel.page.getByRole("textbox", { name: "Edit the message" });
    await editor.fill("One, better");
    await panel.post({ type: "showConversations" });
    await panel.page.getByRole("button", { name: "Back to the Chat" }).click();
    await expect.poll(() => input().inputValue()).toBe("half a thought");
    await expect.poll(() => editor.inputValue()).toBe("One, better");
    const reloaded = await openPanelPage(browser, { state: await panel.page.evaluate(() => window.panelState) });
    await reloaded.show(conversationOf([promptOf("p", "One")]));
    await expect.poll(() => reloaded.page.getByRole("textbox", { name: "Edit the message" }).inputValue()).toBe("One, better");
    await reloaded.close();
    await editor.press("Escape");
    await panel.post({ type: "showConversations" });
    await panel.page.getByRole("button", { name: "Back to the Chat" }).click();
    await panel.page.getByText("One", { exact: true }).waitFor();
    await expect.poll(() => editor.count()).toBe(0);
    await input().fill("");
  });

  test("sends an edited message while an answer runs, so that the host queues it", async () => {
    const turns = [promptOf("p", "One"), answerOf("a", "p", [textPart("Text")]), promptOf("q", "Two", "a")];
    await panel.show(conversationOf([...turns, answerOf("b", "q", [textPart("More")], { state: "streaming" })]));
    await panel.page.getByRole("button", { name: "Edit and Resend" }).first().click();
    const editor = panel.page.getByRole("textbox", { name: "Edit the message" });
    await editor.fill("One, again");
    await editor.press("Enter");
    expect(await panel.waitFor("resend")).toEqual({ type: "resend", turnId: "p", text: "One, again" });
    await expect.poll(() => editor.count()).toBe(0);
  });

  test("finds words ignoring case, across emphasis and lines, in every script, and not in the panel's own texts", async () => {
    const text = "The **La**mp. LAMP, lamp!\n\nİstanbul'da bir lamp; ما هو lamp؟ .*\n\nDie GR**ÖẞE** ٣\n\n```ts\nlamp();\n```\n";
    await panel.show(conversationOf([promptOf("p", "Which lamp?"), answerOf("a", "p", [textPart(text)], { model: "lamp-model" })]));
    await panel.post({ type: "find" });
    const field = panel.page.getByRole("textbox", { name: "Find in the conversation" });
    const found = () =>
      panel.page.evaluate(() =>
        [...(CSS.highlights.get("find-match") ?? [])].map((range) => (range instanceof Range ? range.toString() : "")),
      );
    await field.fill("lamp");
    await panel.page.getByText("lamp();").waitFor();
    await expect.poll(found).toEqual(["lamp", "lamp", "Lamp", "LAMP", "lamp", "lamp", "lamp", "lamp"]);
    await field.fill("ما هو");
    await expect.poll(found).toEqual(["ما هو"]);
    await field.fill(".*");
    await expect.poll(found).toEqual([".*"]);
    await field.fill("istanbul'da ");
    await expect.poll(found).toEqual(["İstanbul'da "]);
    await field.fill("grösse 3");
    await expect.poll(found).toEqual(["GRÖẞE ٣"]);
    await field.fill("copy");
    await expect.poll(found).toEqual([]);
    await field.press("Escape");
  });

  test("finds words in new text, and takes the focus again when Find is invoked while it is open", async () => {
    const turns = [promptOf("p", "Which lamp?"), answerOf("a", "p", [textPart("")], { state: "streaming" })];
    await panel.show(conversationOf(turns, { id: "finding" }));
    await panel.post({ type: "find" });
    const field = panel.page.getByRole("textbox", { name: "Find in the conversation" });
    await field.fill("lamp");
    await panel.page.getByText("1 of 1").waitFor();
    await panel.change("finding", [{ type: "textAppended", turnId: "a", key: "0.0", text: "This lamp, and that lamp." }]);
    await panel.page.getByText("This lamp, and that lamp.").waitFor();
    await field.press("Enter");
    await panel.page.getByText("2 of 3").waitFor();
    await input().focus();
    await panel.post({ type: "find" });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.page.keyboard.type("this");
    await panel.page.getByText("1 of 1").waitFor();
    await field.press("Escape");
  });

  test("keeps instructions that are too long after a reload, until they are shortened", async () => {
    const conversation = conversationOf([], { id: "instructions" });
    const tooLong = "a".repeat(limits.instructionsMaximum + 1);
    const openInstructions = async ({ page }: PanelPage) => {
      await page.getByRole("button", { name: "Request Settings" }).click();
      return page.getByRole("textbox", { name: /^Instructions/ });
    };
    await panel.show(conversation);
    await openInstructions(panel).then((field) => field.fill(tooLong));
    const reloaded = await openPanelPage(browser, { state: await panel.page.evaluate(() => window.panelState) });
    await reloaded.show(conversation);
    const field = await openInstructions(reloaded);
    expect(await field.inputValue()).toBe(tooLong);
    await field.fill("Briefly");
    expect((await reloaded.waitFor("changeSettings")).settings).toEqual({ instructions: "Briefly" });
    expect(await reloaded.page.evaluate(() => window.panelState)).toMatchObject({ instructions: {} });
    await reloaded.close();
    await panel.page.keyboard.press("Escape");
  });

  test("keeps unfinished input of the settings however they are closed, and instructions that are too long", async () => {
    const settings = { ...conversationOf([]).settings, imageGeneration: true };
    await panel.show(conversationOf([], { id: "settings", settings }));
    const { page } = panel;
    const open = () => page.getByRole("button", { name: "Request Settings" }).click();
    const sentValues = () => panel.sent.flatMap((message) => (message.type === "changeSettings" ? [message.settings.image?.size] : []));
    await open();
    await page.getByRole("textbox", { name: "Size" }).fill("2K");
    await page.keyboard.press("Escape");
    await expect.poll(sentValues).toContain("2K");
    await open();
    await page.getByRole("textbox", { name: "Size" }).fill("4K");
    await input().click();
    await expect.poll(sentValues).toContain("4K");
    await open();
    const instructions = page.getByRole("textbox", { name: /^Instructions/ });
    const tooLong = "a".repeat(limits.instructionsMaximum + 1);
    await instructions.fill(tooLong);
    await page.keyboard.press("Escape");
    await open();
    await expect.poll(() => instructions.inputValue()).toBe(tooLong);
    await page.keyboard.press("Escape");
  });

  test("shows a choice immediately, and keeps it when the host confirms an earlier one", async () => {
    const { settings } = conversationOf([]);
    const sentValues = (next: Partial<typeof settings>) =>
      panel.change("choices", [{ type: "settingsChanged", settings: { ...settings, ...next } }]);
    await panel.show(conversationOf([], { id: "choices" }));
    const { page } = panel;
    const effort = (name: string) => page.getByRole("radio", { name, exact: true });
    await page.getByRole("button", { name: "Request Settings" }).click();
    await page.getByRole("checkbox", { name: "Web search" }).check();
    await effort("high").check({ force: true });
    await sentValues({ webSearch: true });
    await panel.post({ type: "presets", presets: [] });
    await expect.poll(() => effort("high").isChecked()).toBe(true);
    await sentValues({ webSearch: true, effort: "high" });
    await sentValues({ webSearch: true, effort: "low" });
    await expect.poll(() => effort("low").isChecked()).toBe(true);
    await page.keyboard.press("Escape");
  });
});
