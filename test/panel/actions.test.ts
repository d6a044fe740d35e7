/** The panel's messages to the host for each action of the user. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { chooseFromMore } from "./chooseFromMore.ts";
import {
  answerOf,
  citedConversation,
  conversationOf,
  helpsConversation,
  outcomesConversation,
  promptOf,
  richConversation,
  textPart,
} from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("the panel asks its host", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    panel = await openPanelPage(browser);
  });
  beforeEach(() => void panel.sent.splice(0));

  const button = (name: string) => panel.page.getByRole("button", { name, exact: true });

  test("to send a suggestion of an empty conversation that its service can answer", async () => {
    await panel.show(conversationOf([], { id: "empty" }));
    const offers = panel.page.locator(".suggestion");
    await panel.post({ type: "service", name: "Built-in service", demo: true });
    // What answers is said in plain words, with the way to something else.
    const note = panel.page.locator(".demo-mark");
    await note.getByText("Made by Code").waitFor();
    await note.getByRole("button", { name: "Add Provider…" }).click();
    await panel.waitFor("addProvider");
    await offers.filter({ hasText: "Write a debounce function in TypeScript" }).click();
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Write a debounce function in TypeScript" });
    await panel.post({ type: "service", name: "https://service.example", demo: false });
    await offers.filter({ hasText: "Explain what an incremental parser is" }).waitFor();
  });

  test("to explain what is attached by itself, and to begin a prompt for an image or a sound", async () => {
    await panel.show(conversationOf([], { id: "attached" }));
    const offers = panel.page.locator(".suggestion");
    const attachment = { id: "lamp", kind: "text", name: "lamp.ts:3-8", mediaType: "text/plain", size: 1240 } as const;
    await panel.post({ type: "automaticAttachments", offers: [{ attachment, isSent: true }] });
    await offers.filter({ hasText: "Explain lamp.ts:3-8" }).click();
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Explain lamp.ts:3-8" });
    const input = panel.page.locator("textarea").first();
    for (const [offer, command] of [
      ["Draw…", "/image "],
      ["Read this aloud…", "/audio "],
    ] as const) {
      await offers.filter({ hasText: offer }).click();
      await expect.poll(() => input.inputValue()).toBe(command);
      expect(await input.evaluate((element: HTMLTextAreaElement) => [document.activeElement === element, element.selectionStart])).toEqual([
        true,
        command.length,
      ]);
    }
    await input.fill("");
    await panel.post({ type: "automaticAttachments", offers: [] });
  });

  test("to add a provider from the list of models", async () => {
    await panel.show(conversationOf([], { id: "models" }));
    await panel.page.locator(".picker-button").first().click();
    await panel.page.locator(".model-list").getByRole("button", { name: "Add Provider…" }).click();
    await panel.waitFor("addProvider");
    expect(await panel.page.locator(".model-list").count()).toBe(0);
  });

  test("to copy, insert, apply and open a block's code, with its language", async () => {
    await panel.show(richConversation);
    const block = panel.page.locator(".code-block").last();
    for (const name of ["Copy", "Insert at Cursor", "Apply to File…", "New File"]) {
      await block.hover();
      await block.getByRole("button", { name, exact: true }).click();
    }
    const code = 'def greet(name: str) -> str:\n    """Says hello."""\n    return f"Hello, {name}!"  # one line\n';
    await expect
      .poll(() => panel.sent.slice(-4))
      .toEqual([
        { type: "copy", text: code },
        { type: "insertCode", turnId: "a1", code, language: "python" },
        { type: "applyCode", turnId: "a1", code, language: "python", info: "python", before: expect.any(String) },
        { type: "newFile", turnId: "a1", code, language: "python" },
      ]);
  });

  test("for a remote image only when the user allows it, and then shows the copy", async () => {
    panel.host.loadImage = () => ({ source: "http://panel.test/images/copy.png" });
    await panel.show(richConversation);
    expect(panel.strangeRequests).toEqual([]);
    await panel.page.locator("button[data-action=loadImage]").click();
    expect((await panel.waitFor("loadImage")).url).toBe("https://images.example.com/diagram.png");
    await panel.page.locator('.markdown img[src$="copy.png"]').waitFor();
    expect(panel.strangeRequests).toEqual([]);
  });

  test("to save, insert and use a generated image, and to open a source", async () => {
    await panel.show(citedConversation);
    await panel.page.locator("figure").last().hover();
    for (const name of [/^Save/, /^Insert/]) await panel.page.locator("article.answer").getByRole("button", { name }).first().click();
    await chooseFromMore(panel.page.locator("figcaption").last(), "More Actions", "Use as Reference");
    await panel.page.locator('a[href="https://www.example.org/automation"]').last().click();
    await expect
      .poll(() => panel.sent.slice(-4))
      .toEqual([
        { type: "saveImage", file: "0123.png" },
        { type: "insertImage", file: "0123.png" },
        { type: "useImage", file: "0123.png" },
        { type: "openLink", url: "https://www.example.org/automation" },
      ]);
  });

  test("to try a stopped, a truncated and a failed answer again, and shows each outcome", async () => {
    await panel.show(outcomesConversation);
    for (const words of ["Stopped.", "The model refused.", "Incomplete.", "Cut off.", "Failed.", "Request req_123"])
      await panel.page.getByText(words).first().waitFor();
    await expect.poll(() => button("Try Again").count()).toBe(3);
    for (const again of await button("Try Again").all()) {
      // Turns that were outside of the view get their heights when it reaches them, which moves the button.
      await again.scrollIntoViewIfNeeded();
      await again.click();
    }
    await expect
      .poll(() => panel.sent.flatMap((message) => (message.type === "regenerate" ? [message.turnId] : [])))
      .toEqual(["a1", "a4", "a5"]);
  });

  test("to turn off each option with extra cost, beside the input", async () => {
    const settings = { ...richConversation.settings, webSearch: true, imageGeneration: true, effort: "high" } as const;
    await panel.show(conversationOf([], { id: "options", settings }));
    for (const option of ["Web search", "Image generation", "High reasoning effort"]) await button(`Turn Off ${option}`).click();
    await expect
      .poll(() => panel.sent.filter(({ type }) => type === "changeSettings"))
      .toEqual([
        { type: "changeSettings", settings: { webSearch: false } },
        { type: "changeSettings", settings: { imageGeneration: false } },
        { type: "changeSettings", settings: { effort: "" } },
      ]);
    await panel.show(conversationOf([], { id: "plain" }));
    await expect.poll(() => panel.page.locator(".option-chips").count()).toBe(0);
  });

  test("to fetch the rest of an answer while the service stores it", async () => {
    const interrupted = (createdAt: number) => ({ createdAt, responseId: "resp_1", state: "stopped" }) as const;
    const month = 31 * 86_400_000;
    const turns = [
      promptOf("p", "Write on"),
      answerOf("old", "p", [textPart("Too old")], interrupted(Date.now() - month)),
      promptOf("q", "And on", "old"),
      answerOf("new", "q", [textPart("Half")], interrupted(Date.now())),
    ];
    await panel.show(conversationOf(turns, { id: "interrupted" }));
    await button("Fetch the Answer").click();
    expect(await panel.waitFor("fetchAnswer")).toEqual({ type: "fetchAnswer", turnId: "new" });
  });

  test("for another version of an answer by another model, which applies only to this answer", async () => {
    await panel.show(citedConversation);
    await panel.post({
      type: "models",
      models: ["demo-text", "vendor/large"].map((id) => ({ id, provider: "vendor", favourite: false, fitness: "yes" })),
    });
    const footer = panel.page.locator("article.answer footer");
    await chooseFromMore(footer, "More Actions", "Regenerate with Another Model");
    const list = panel.page.getByRole("dialog", { name: "Regenerate with Another Model" });
    await list.getByRole("option", { name: "demo-text", selected: true }).waitFor();
    await list.getByRole("option", { name: "large" }).click();
    expect(await panel.waitFor("regenerate")).toEqual({ type: "regenerate", turnId: "a1", model: "vendor/large" });
    await list.waitFor({ state: "detached" });
    await expect
      .poll(() => footer.getByRole("button", { name: "More Actions" }).evaluate((element) => document.activeElement === element))
      .toBe(true);
    await button("Model: demo-text").click();
    await panel.page.getByRole("dialog", { name: "Model: demo-text" }).getByRole("option", { name: "large" }).click();
    expect(await panel.waitFor("changeSettings")).toEqual({ type: "changeSettings", settings: { model: "vendor/large" } });
  });

  test("to pin, export and delete a conversation from its own menu, which closes without leaving the list", async () => {
    const row = { id: "c", title: "Lamps", updatedAt: Date.now(), turns: 2 };
    const list = (pinned: boolean) => panel.post({ type: "conversations", query: "", conversations: [{ ...row, pinned }] });
    await panel.show(conversationOf([], { id: "c" }));
    await panel.post({ type: "showConversations" });
    await list(false);
    const item = (name: string) => panel.page.getByRole("menuitem", { name });
    const choose = async (name: string) => {
      await button("More Actions").click();
      await item(name).click();
      await item(name).waitFor({ state: "detached" });
    };
    await choose("Pin");
    expect(await panel.waitFor("pinConversation")).toEqual({ type: "pinConversation", id: "c", pinned: true });
    await list(true);
    await panel.page.getByRole("heading", { name: "Pinned" }).waitFor();
    for (const name of ["Unpin", "Export as Markdown", "Export as JSON", "Delete"]) await choose(name);
    await expect
      .poll(() => panel.sent.slice(-4))
      .toEqual([
        { type: "pinConversation", id: "c", pinned: false },
        { type: "exportConversation", id: "c", format: "markdown" },
        { type: "exportConversation", id: "c", format: "json" },
        { type: "deleteConversation", id: "c" },
      ]);
    await button("More Actions").click();
    await panel.page.keyboard.press("Escape");
    await item("Unpin").waitFor({ state: "detached" });
    expect(panel.sent.filter(({ type }) => type === "closeConversations")).toEqual([]);
    await panel.page.keyboard.press("Escape");
    expect(await panel.waitFor("closeConversations")).toEqual({ type: "closeConversations" });
  });

  test("to continue the last answer, whose text grows in its place", async () => {
    const text = "```ts\nconst tower = ";
    const turns = [
      promptOf("p", "One"),
      answerOf("followed", "p", [textPart("One h")], { state: "stopped" }),
      promptOf("q", "Two", "followed"),
      answerOf("last", "q", [textPart(text)], { state: "incomplete", incompleteReason: "max_output_tokens" }),
    ];
    const conversation = conversationOf(turns, { id: "continued" });
    await panel.show(conversation);
    await button("Continue").click();
    expect(await panel.waitFor("continueAnswer")).toEqual({ type: "continueAnswer", turnId: "last" });
    await panel.change(conversation.id, [
      { type: "answerContinued", generation: "k", turnId: "last", since: Date.now() },
      { type: "textAppended", turnId: "last", key: "0.0", text: "1;\nconst " },
    ]);
    await button("Continue").waitFor({ state: "detached" });
    await panel.change(conversation.id, [
      { type: "textAppended", turnId: "last", key: "0.0", text: "light = 2;\n```\n\nDone." },
      { type: "answerSettled", turnId: "last", state: "completed" },
    ]);
    const answer = panel.page.locator('article[data-turn="last"]');
    await answer.getByText("Done.", { exact: true }).waitFor();
    await expect.poll(() => answer.locator(".code-block code").allTextContents()).toEqual(["const tower = 1;\nconst light = 2;\n"]);
  });

  test("for the action that helps a failed answer, and opens the panel's own controls without the host", async () => {
    await panel.show(helpsConversation(90_000));
    for (const name of ["Set API Key…", "Account Page…", "Open Settings"]) await button(name).click();
    await expect.poll(() => panel.sent.slice(-3)).toEqual([{ type: "setKey" }, { type: "openAccountPage" }, { type: "openSettings" }]);
    await button("Choose Another Model…").click();
    const search = panel.page.getByRole("combobox", { name: "Search models" });
    await expect.poll(() => search.evaluate((field) => document.activeElement === field)).toBe(true);
    await panel.page.keyboard.press("Escape");
    await search.waitFor({ state: "hidden" });
    await button("Request Settings…").click();
    await panel.page.getByRole("checkbox", { name: "Image generation" }).waitFor();
    await panel.page.keyboard.press("Escape");
  });

  test("again for an answer that a request limit refused, but not before the limit ends", async () => {
    await panel.show(helpsConversation(90_000));
    const article = panel.page.locator('article[data-turn="limited"]');
    const countdown = article.getByRole("button", { name: /^Try Again in \d+ s$/ });
    await expect.poll(() => countdown.isDisabled()).toBe(true);
    await panel.show(helpsConversation(2500));
    await article.getByRole("button", { name: "Try Again", exact: true }).click();
    expect(await panel.waitFor("regenerate")).toEqual({ type: "regenerate", turnId: "limited" });
  });

  test("nothing while a prompt waits for the request limit, and shows a countdown", async () => {
    await panel.show(conversationOf([promptOf("p", "Hurry"), answerOf("a", "p", [], { state: "waiting" })]));
    await panel.page.locator(".typing").waitFor();
    await panel.change("conversation", [{ type: "answerDelayed", turnId: "a", until: Date.now() + 3_600_000 }]);
    const wait = panel.page.getByText("The request limit is reached. The message is sent again in");
    const seconds = async () => Number(/(\d[\d,]*) s\./.exec((await wait.textContent()) ?? "")?.[1]?.replace(",", ""));
    await expect.poll(seconds).toBeLessThanOrEqual(3600);
    const first = await seconds();
    await expect.poll(() => panel.page.getByRole("status").textContent()).toBe("Waiting for the request limit");
    await expect.poll(() => panel.page.locator(".typing").count()).toBe(0);
    await expect.poll(seconds).toBeLessThan(first);
    await panel.change("conversation", [{ type: "answerDelayed", turnId: "a", until: Date.now() + 1000 }]);
    await panel.page.locator(".typing").waitFor();
  });

  test("to keep and use presets and favourites", async () => {
    await panel.post({ type: "models", models: [{ id: "demo-text", provider: "built-in", favourite: false, fitness: "yes" }] });
    await panel.post({ type: "presets", presets: [{ name: "Brief", text: "Answer briefly." }] });
    await panel.show(conversationOf([]));
    await button("Request Settings").click();
    await button("Brief").click();
    expect((await panel.waitFor("changeSettings")).settings.instructions).toBe("Answer briefly.");
    await panel.page.getByRole("textbox", { name: "Name of the preset" }).fill("Short");
    await button("Save Preset").click();
    expect(await panel.waitFor("savePreset")).toMatchObject({ name: "Short", text: "Answer briefly." });
    await button("Delete preset Brief").click();
    expect(await panel.waitFor("deletePreset")).toMatchObject({ name: "Brief" });
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("button", { name: /^Model/ }).click();
    await panel.page.locator('.option-row button[title="Add demo-text to Favourites"]').click();
    expect(await panel.waitFor("setFavourite")).toMatchObject({ model: "demo-text", favourite: true });
    await panel.page.keyboard.press("Escape");
  });

  test("Focus Last Message focuses it", async () => {
    await panel.show(conversationOf([promptOf("p", "The first"), promptOf("q", "The last", "p")]));
    await panel.post({ type: "focusLastMessage" });
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.textContent)).toContain("The last");
  });
});
