/** What a person does in the built panel in; what the host is asked for out. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "../../src/chat/turn.ts";
import { launchBrowser } from "./browser.ts";
import { citedConversation, conversationOf, helpsConversation, outcomesConversation, promptOf, richConversation } from "./conversations.ts";
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
        { type: "applyCode", code, language: "python" },
        { type: "newFile", code, language: "python" },
      ]);
  });

  test("for a remote picture only when the user allows it, and then shows the copy", async () => {
    await panel.show(richConversation);
    expect(panel.strangeRequests).toEqual([]);
    await panel.page.locator("button[data-action=loadImage]").click();
    const { url } = await panel.waitFor("loadImage");
    expect(url).toBe("https://images.example.com/diagram.png");
    await panel.post({ type: "remoteImage", url, source: "http://panel.test/pictures/copy.png" });
    await panel.page.locator('.markdown img[src$="copy.png"]').waitFor();
    expect(panel.strangeRequests).toEqual([]);
  });

  test("to save, insert and use a generated picture, and to open a source", async () => {
    await panel.show(citedConversation);
    await panel.page.locator("figure, .picture").last().hover();
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
    for (const again of await button("Try Again").all()) await again.click();
    await expect
      .poll(() => panel.sent.flatMap((message) => (message.type === "regenerate" ? [message.turnId] : [])))
      .toEqual(["a1", "a4", "a5"]);
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
    await panel.show(helpsConversation(2500));
    const article = panel.page.locator('article[data-turn="limited"]');
    const countdown = article.getByRole("button", { name: /^Try Again in \d+ s$/ });
    expect(await countdown.isDisabled()).toBe(true);
    await article.getByRole("button", { name: "Try Again", exact: true }).click();
    expect(await panel.waitFor("regenerate")).toEqual({ type: "regenerate", turnId: "limited" });
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
      kind: "text",
      name: `${id}.txt`,
      mediaType: "text/plain",
      size,
    });
    await input().fill("Read these");
    await panel.post({ type: "attachments", attachments: Array.from({ length: 11 }, (_, id) => file(id, 10)) });
    await panel.page.getByText("11/10 files").waitFor();
    expect(await button("Send").isDisabled()).toBe(true);
    await panel.post({ type: "attachments", attachments: [file(1, 10_000_001)] });
    await panel.page.locator(".attachment-note .over").waitFor();
    expect(await button("Send").isDisabled()).toBe(true);
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
    await button("Shrink Pictures").click();
    await panel.waitFor("shrinkPictures");
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
    await panel.post({ type: "shrinkPicture", id: "x", mediaType: "image/png", data, bytes: 6000 });
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
