/** What the panel asks of the host for each action of the user. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "../../src/chat/turn.ts";
import { launchBrowser } from "./browser.ts";
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
    browser = await launchBrowser();
    panel = await openPanelPage(browser);
  });
  afterAll(() => browser?.close());
  beforeEach(() => void panel.sent.splice(0));

  const button = (name: string) => panel.page.getByRole("button", { name, exact: true });
  const input = () => panel.page.getByRole("textbox", { name: "Message" });

  test("to send what an empty conversation offers, which is what its service can answer", async () => {
    await panel.show(conversationOf([], { id: "empty" }));
    const offers = panel.page.locator(".suggestion");
    await panel.post({ type: "service", name: "Built-in service", demo: true });
    await offers.filter({ hasText: "Write a debounce function in TypeScript" }).click();
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Write a debounce function in TypeScript" });
    const offered = await offers.allTextContents();
    await panel.post({ type: "service", name: "https://service.example", demo: false });
    await offers.filter({ hasText: "Explain what an incremental parser is" }).waitFor();
    expect((await offers.allTextContents()).filter((text) => offered.includes(text))).toEqual([]);
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
        { type: "insertCode", code, language: "python" },
        { type: "applyCode", code, language: "python", info: "python", before: expect.any(String) },
        { type: "newFile", code, language: "python" },
      ]);
  });

  test("for a remote picture only when the user allows it, and then shows the copy", async () => {
    await panel.show(richConversation);
    expect(panel.strangeRequests).toEqual([]);
    await panel.page.locator("button[data-action=loadImage]").click();
    const { url } = await panel.waitFor("loadImage");
    expect(url).toBe("https://images.example.com/diagram.png");
    await panel.post({ type: "remoteImage", url, source: "http://panel.test/images/copy.png" });
    await panel.page.locator('.markdown img[src$="copy.png"]').waitFor();
    expect(panel.strangeRequests).toEqual([]);
  });

  test("to save, insert and use a generated picture, and to open a source", async () => {
    await panel.show(citedConversation);
    await panel.page.locator("figure").last().hover();
    for (const name of [/^Save/, /^Insert/, /Reference/])
      await panel.page.locator("article.answer").getByRole("button", { name }).first().click();
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

  test("to try a stopped, a cut off and a failed answer again, and shows each outcome as what it is", async () => {
    await panel.show(outcomesConversation);
    for (const words of ["Stopped.", "The model refused.", "Incomplete.", "Cut off.", "Failed.", "Request req_123"])
      await panel.page.getByText(words).first().waitFor();
    await expect.poll(() => button("Try Again").count()).toBe(3);
    for (const again of await button("Try Again").all()) await again.click();
    await expect
      .poll(() => panel.sent.flatMap((message) => (message.type === "regenerate" ? [message.turnId] : [])))
      .toEqual(["a1", "a4", "a5"]);
  });

  test("to turn off each option that costs more, beside the input", async () => {
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

  test("to fetch the rest of an answer as long as the service keeps it", async () => {
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

  test("for another version of an answer by another model, which is chosen for this answer alone", async () => {
    await panel.show(citedConversation);
    await panel.post({
      type: "models",
      models: ["demo-text", "vendor/large"].map((id) => ({ id, provider: "vendor", favourite: false, fitness: "yes" })),
    });
    const action = button("Regenerate with Another Model");
    await action.click();
    const list = panel.page.getByRole("dialog", { name: "Regenerate with Another Model" });
    await list.getByRole("option", { name: "demo-text", selected: true }).waitFor();
    await list.getByRole("option", { name: "vendor/large" }).click();
    expect(await panel.waitFor("regenerate")).toEqual({ type: "regenerate", turnId: "a1", model: "vendor/large" });
    await list.waitFor({ state: "detached" });
    await expect.poll(() => action.evaluate((element) => document.activeElement === element)).toBe(true);
    await button("Model: demo-text").click();
    await panel.page.getByRole("dialog", { name: "Model: demo-text" }).getByRole("option", { name: "vendor/large" }).click();
    expect(await panel.waitFor("changeSettings")).toEqual({ type: "changeSettings", settings: { model: "vendor/large" } });
  });

  test("to pin, export and delete a conversation from its own menu, which closes without leaving the list", async () => {
    const row = { id: "c", title: "Lamps", updatedAt: Date.now(), turns: 2 };
    const list = (pinned: boolean) => panel.post({ type: "conversations", query: "", conversations: [{ ...row, pinned }] });
    await panel.show(conversationOf([], { id: "c" }));
    await panel.post({ type: "showConversations" });
    await list(false);
    const choose = async (name: string) => {
      await button("More Actions").click();
      await button(name).click();
      await button(name).waitFor({ state: "detached" });
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
    await button("Unpin").waitFor({ state: "detached" });
    expect(panel.sent.filter(({ type }) => type === "closeConversations")).toEqual([]);
    await panel.page.keyboard.press("Escape");
    expect(await panel.waitFor("closeConversations")).toEqual({ type: "closeConversations" });
  });

  test("for the rest of an answer that nothing follows, and lets the text grow in its place", async () => {
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
      { type: "answerContinued", turnId: "last", since: Date.now() },
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

  test("for what helps a failed answer, and opens what the panel has of it itself", async () => {
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

  test("once more for an answer that a request limit refused, but not before it ends", async () => {
    await panel.show(helpsConversation(90_000));
    const article = panel.page.locator('article[data-turn="limited"]');
    const countdown = article.getByRole("button", { name: /^Try Again in \d+ s$/ });
    await expect.poll(() => countdown.isDisabled()).toBe(true);
    await panel.show(helpsConversation(2500));
    await article.getByRole("button", { name: "Try Again", exact: true }).click();
    expect(await panel.waitFor("regenerate")).toEqual({ type: "regenerate", turnId: "limited" });
  });

  test("nothing while a prompt waits for the request limit, and counts the wait down", async () => {
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

  test("to attach a long text that is pasted, shows what it says, and moves it into the message", async () => {
    await panel.show(conversationOf([]));
    const paste = (text: string) =>
      input().evaluate((element, pasted) => {
        const transfer = new DataTransfer();
        transfer.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true });
        return element.dispatchEvent(event);
      }, text);
    expect(await paste("x".repeat(2000))).toBe(true);
    const long = "é".repeat(2001);
    const data = Buffer.from(long).toString("base64");
    expect(await paste(long)).toBe(false);
    expect(await panel.waitFor("attachData")).toEqual({ type: "attachData", name: "Pasted text", mediaType: "text/plain", data });
    const pasted: Attachment = { id: "pasted", kind: "text", name: "Pasted text", mediaType: "text/plain", size: 4002 };
    await panel.post({ type: "attachments", attachments: [pasted] });
    await input().fill("Explain");
    const chip = panel.page.getByRole("button", { name: "Pasted text", exact: true });
    await chip.click();
    await expect.poll(() => chip.getAttribute("aria-expanded")).toBe("true");
    expect(await panel.waitFor("readAttachment")).toEqual({ type: "readAttachment", id: "pasted" });
    await panel.post({ type: "attachmentContent", id: "pasted", data });
    await panel.page.getByRole("region", { name: "Pasted text" }).getByText(long).waitFor();
    await panel.page.getByRole("button", { name: "Insert into Message" }).click();
    expect(await panel.waitFor("removeAttachment")).toEqual({ type: "removeAttachment", id: "pasted" });
    await expect.poll(() => input().inputValue()).toBe(`Explain\n\n${long}`);
    await input().fill("");
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("for the content of attached images, and shows them small", async () => {
    const image: Attachment = { id: "dusk", kind: "image", name: "dusk.png", mediaType: "image/png", size: 900 };
    const linked: Attachment = {
      id: "linked",
      kind: "image",
      name: "far.png",
      mediaType: "image/*",
      size: 0,
      url: "https://a.example/far.png",
    };
    const turns = [promptOf("p", "What is this?", null, { attachments: [image, linked] }), answerOf("a", "p", [textPart("An icon.")])];
    await panel.show(conversationOf(turns));
    expect(await panel.waitFor("readAttachment")).toEqual({ type: "readAttachment", id: "dusk" });
    const data = (await readFile("media/icon.png")).toString("base64");
    await panel.post({ type: "attachmentContent", id: "dusk", data });
    const thumbnail = panel.page.locator(".prompt .thumbnail");
    await expect.poll(() => thumbnail.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalHeight : 0))).toBe(72);
    await expect.poll(() => thumbnail.count()).toBe(1);
    expect(panel.sent.filter(({ type }) => type === "readAttachment")).toHaveLength(1);
  });

  test("to attach the first kind of a list that is higher than the view", async () => {
    await panel.show(conversationOf([]));
    await panel.page.setViewportSize({ width: 380, height: 240 });
    await input().fill("A long message\n".repeat(8));
    await button("Attach").click();
    const top = () => button("Active File").evaluate((element) => element.closest(".popover")?.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThan(0);
    await button("Active File").click();
    expect(await panel.waitFor("attach")).toEqual({ type: "attach", what: "activeFile" });
    await input().fill("");
    await panel.page.setViewportSize({ width: 380, height: 800 });
  });

  test("to attach what is pasted, dropped and addressed", async () => {
    await panel.show(conversationOf([]));
    await input().evaluate((element) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["pasted text"], "note.txt", { type: "text/plain" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
      const dropped = new DataTransfer();
      dropped.setData("text/uri-list", "file:///folder/one.ts\r\nfile:///folder/two.ts");
      element.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
    });
    await panel.waitFor("attachData");
    await button("Attach").click();
    await panel.page.getByRole("textbox", { name: "Address of a file" }).fill("https://example.com/paper.pdf");
    await panel.page.keyboard.press("Enter");
    await panel.waitFor("attachUrl");
    const asked = panel.sent.filter(({ type }) => type.startsWith("attach"));
    expect(asked).toHaveLength(4);
    expect(asked).toEqual(
      expect.arrayContaining([
        { type: "attachData", name: "note.txt", mediaType: "text/plain", data: btoa("pasted text") },
        { type: "attachPath", path: "file:///folder/one.ts" },
        { type: "attachPath", path: "file:///folder/two.ts" },
        { type: "attachUrl", url: "https://example.com/paper.pdf" },
      ]),
    );
  });

  test("to send nothing while the attachments are over a limit, and says which", async () => {
    await panel.show(conversationOf([]));
    const file = (id: number, size: number): Attachment => ({
      id: `${id}`,
      kind: "document",
      name: `${id}.pdf`,
      mediaType: "application/pdf",
      size,
    });
    await input().fill("Read these");
    await panel.post({ type: "attachments", attachments: Array.from({ length: 11 }, (_, id) => file(id, 10)) });
    await panel.page.getByText("11/10 files").waitFor();
    await expect.poll(() => button("Send").isDisabled()).toBe(true);
    await panel.post({ type: "attachments", attachments: [file(1, 10_000_001)] });
    await panel.page.locator(".attachment-note .over").waitFor();
    await expect.poll(() => button("Send").isDisabled()).toBe(true);
    await panel.post({ type: "attachments", attachments: [file(1, 10_000_000)] });
    await expect.poll(() => button("Send").isEnabled()).toBe(true);
    await input().fill("");
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("for smaller pictures only when the user agrees, and keeps within what it is given", async () => {
    await panel.show(conversationOf([]));
    await panel.post({
      type: "attachments",
      attachments: [{ id: "x", kind: "image", name: "x.png", mediaType: "image/png", size: 12_000_000 }],
    });
    await button("Shrink Images").click();
    await panel.waitFor("shrinkImages");
    const data = await panel.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      const context = canvas.getContext("2d");
      for (let at = 0; context && at < 1200; at += 1) {
        context.fillStyle = `hsl(${(at * 137) % 360} 80% 50%)`;
        context.fillRect((at % 40) * 10, Math.floor(at / 40) * 10, 10, 10);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    });
    await panel.post({ type: "shrinkImage", id: "x", mediaType: "image/png", data, bytes: 6000 });
    const smaller = await panel.waitFor("replaceAttachment");
    expect(smaller).toMatchObject({ id: "x", mediaType: "image/jpeg" });
    expect(Buffer.from(smaller.data, "base64").byteLength).toBeLessThanOrEqual(6000);
    await panel.post({ type: "attachments", attachments: [] });
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

  test("Focus Last Message puts the focus on it", async () => {
    await panel.show(conversationOf([promptOf("p", "The first"), promptOf("q", "The last", "p")]));
    await panel.post({ type: "focusLastMessage" });
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.textContent)).toContain("The last");
  });
});
