/** The panel's messages to the host for attachments, and how it shows attachments. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
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
  const input = () => panel.page.getByRole("textbox", { name: "Message" });

  test("for another model, before it sends what the model has refused in this conversation", async () => {
    const error = { kind: "invalidRequest", message: "The service refused the request: demo-text does not support images." };
    await panel.show(conversationOf([promptOf("p", "Look"), answerOf("a", "p", [], { state: "failed", error })]));
    const photo: Attachment = { id: "2", kind: "image", name: "photo.png", mediaType: "image/png", size: 400_000 };
    await panel.post({ type: "attachments", attachments: [photo] });
    await panel.page.getByText("demo-text cannot see images.").waitFor();
    await input().fill("And now?");
    await input().press("Enter");
    expect(panel.sent.some(({ type }) => type === "send")).toBe(false);
    await button("Send Without").click();
    await panel.waitFor("send");
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("to attach a long pasted text, shows its content, and moves it into the message", async () => {
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
    panel.host.readAttachment = () => ({ data });
    expect(await paste(long)).toBe(false);
    expect(await panel.waitFor("attachData")).toEqual({ type: "attachData", name: "Pasted text", mediaType: "text/plain", data });
    const pasted: Attachment = { id: "pasted", kind: "text", name: "Pasted text", mediaType: "text/plain", size: 4002 };
    await panel.post({ type: "attachments", attachments: [pasted] });
    await input().fill("Explain");
    const chip = panel.page.getByRole("button", { name: "Pasted text", exact: true });
    await chip.click();
    await expect.poll(() => chip.getAttribute("aria-expanded")).toBe("true");
    expect(await panel.waitFor("readAttachment")).toEqual({ type: "readAttachment", id: "pasted" });
    await panel.page.getByRole("region", { name: "Pasted text" }).getByText(long).waitFor();
    await panel.page.getByRole("button", { name: "Insert into Message" }).click();
    expect(await panel.waitFor("removeAttachment")).toEqual({ type: "removeAttachment", id: "pasted" });
    await expect.poll(() => input().inputValue()).toBe(`Explain\n\n${long}`);
    await input().fill("");
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("to remove what is attached automatically, and shows what an earlier message contains; a task is sent without", async () => {
    await panel.show(conversationOf([]));
    const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 8000 };
    const agents: Attachment = { id: "agents", kind: "text", name: "AGENTS.md", mediaType: "text/plain", size: 400, role: "instructions" };
    const offers = [
      { attachment: agents, isSent: true },
      { attachment: lamp, isSent: false },
    ];
    await panel.post({ type: "automaticAttachments", offers });
    const region = panel.page.getByRole("region", { name: "Attached automatically" });
    await expect.poll(() => region.locator(".chip-size").allTextContents()).toEqual(["sent", "8 kB"]);
    await region.getByRole("button", { name: "AGENTS.md", exact: true }).click();
    expect(await panel.waitFor("readAttachment")).toEqual({ type: "readAttachment", id: "agents" });
    await input().fill("Explain");
    await panel.page.getByText("about 2,002 tokens").waitFor();
    await input().fill("/image A lamp");
    await region.waitFor({ state: "detached" });
    await input().fill("");
    await region.getByRole("button", { name: "Remove src/lamp.ts" }).click();
    expect(await panel.waitFor("removeAutomaticAttachment")).toEqual({ type: "removeAutomaticAttachment", id: "lamp" });
    await panel.post({ type: "automaticAttachments", offers: [] });
    await region.waitFor({ state: "detached" });
  });

  test("for nothing after an error, which is shown until the user writes; that of a limit stays", async () => {
    await panel.show(conversationOf([]));
    const error = "The changes are not known: VS Code found no Git.";
    await panel.post({ type: "attachments", attachments: [], error });
    await panel.page.getByText(error).waitFor();
    await input().fill("Explain");
    await panel.page.getByText(error).waitFor({ state: "detached" });
    const image: Attachment = { id: "large", kind: "image", name: "large.png", mediaType: "image/png", size: 12_000_000 };
    const limit = "12 MB: the service accepts at most 10 MB in total.";
    await panel.post({ type: "attachments", attachments: [image], error: limit });
    await input().fill("Explain it");
    await panel.page.getByText(limit).waitFor();
    await panel.post({ type: "attachments", attachments: [] });
    await input().fill("");
  });

  test("for the content of attached images, and shows thumbnails", async () => {
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
    const data = (await readFile("media/icon.png")).toString("base64");
    panel.host.readAttachment = () => ({ data });
    await panel.show(conversationOf(turns));
    expect(await panel.waitFor("readAttachment")).toEqual({ type: "readAttachment", id: "dusk" });
    const thumbnail = panel.page.locator(".prompt .thumbnail");
    await expect.poll(() => thumbnail.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalHeight : 0))).toBe(72);
    await expect.poll(() => thumbnail.count()).toBe(1);
    expect(panel.sent.filter(({ type }) => type === "readAttachment")).toHaveLength(1);
  });

  test("for a thumbnail, whose button to remove it stays in its place when it arrives", async () => {
    const dawn: Attachment = { id: "dawn", kind: "image", name: "dawn.png", mediaType: "image/png", size: 900 };
    const data = (await readFile("media/icon.png")).toString("base64");
    const { promise, resolve } = Promise.withResolvers<{ data: string }>();
    panel.host.readAttachment = () => promise;
    await panel.show(conversationOf([]));
    await panel.post({ type: "attachments", attachments: [dawn] });
    await panel.waitFor("readAttachment");
    const remove = button("Remove dawn.png");
    const before = await remove.boundingBox();
    resolve({ data });
    await panel.page.locator(".composer img.thumbnail").waitFor();
    expect(await remove.boundingBox()).toEqual(before);
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("to attach the first kind in a list that is higher than the view", async () => {
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

  test("to attach pasted and dropped files and URLs", async () => {
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

  test("and marks the input while files are dragged over it", async () => {
    await panel.show(conversationOf([]));
    const drag = (type: string, list: string) =>
      panel.page.locator(".turns-region").evaluate(
        (element, [of, held]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData(held, "file:///folder/one.ts");
          element.dispatchEvent(new DragEvent(of, { dataTransfer, bubbles: true, cancelable: true }));
          return getComputedStyle(document.querySelector(".input-box") ?? element).borderBlockEndStyle;
        },
        [type, list] as const,
      );
    expect(await drag("dragover", "text/plain")).toBe("solid");
    expect(await drag("dragover", "application/vnd.code.uri-list")).toBe("dashed");
    expect(await drag("dragleave", "application/vnd.code.uri-list")).toBe("solid");
    expect(await drag("dragover", "text/uri-list")).toBe("dashed");
    expect(await drag("drop", "text/uri-list")).toBe("solid");
  });

  test("to send nothing while the attachments exceed a limit, and shows which one", async () => {
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

  /** A colourful image of 400 × 300 pixels, as Base64 of a PNG file. */
  const drawImage = () =>
    panel.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      const context = canvas.getContext("2d");
      for (let at = 0; context && at < 1200; at += 1) {
        context.fillStyle = `hsl(${(at * 137) % 360} 80% 50%)`;
        context.fillRect((at % 40) * 10, Math.floor(at / 40) * 10, 10, 10);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    });

  test("for smaller images only when the user agrees, and keeps to the given limits", async () => {
    await panel.show(conversationOf([]));
    await panel.post({
      type: "attachments",
      attachments: [{ id: "x", kind: "image", name: "x.png", mediaType: "image/png", size: 12_000_000 }],
    });
    await button("Shrink Images").click();
    await panel.waitFor("shrinkImages");
    const data = await drawImage();
    await panel.post({ type: "shrinkImage", id: "x", mediaType: "image/png", data, bytes: 6000 });
    const smaller = await panel.waitFor("replaceAttachment");
    expect(smaller).toMatchObject({ id: "x", mediaType: "image/jpeg" });
    expect(Buffer.from(smaller.data, "base64").byteLength).toBeLessThanOrEqual(6000);
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("nothing for an image that the model cannot see, before the user has decided", async () => {
    const models = (["text", "vision"] as const).map((id) => ({
      id: `vendor/${id}`,
      provider: "vendor",
      favourite: false,
      fitness: "yes" as const,
      input: id === "text" ? ["file" as const] : ["file" as const, "image" as const],
    }));
    await panel.post({ type: "models", models });
    const settings = (model: string) => ({ ...conversationOf([]).settings, model });
    await panel.show(conversationOf([], { id: "blind", settings: settings("vendor/text") }));
    await panel.post({
      type: "attachments",
      attachments: [{ id: "x", kind: "image", name: "x.png", mediaType: "image/png", size: 12_000 }],
    });
    await panel.page.getByText("vendor/text cannot see images.").waitFor();
    await input().fill("What is this?");
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => button("Send Without").evaluate((element) => document.activeElement === element)).toBe(true);
    expect(panel.sent.filter(({ type }) => type === "send")).toEqual([]);
    await button("Use Another Model…").click();
    await panel.page.getByRole("option", { name: "vision" }).waitFor();
    await panel.page.keyboard.press("Escape");
    await button("Send Without").click();
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "What is this?" });
    await panel.show(conversationOf([], { id: "seeing", settings: settings("vendor/vision") }));
    await expect.poll(() => button("Send Without").count()).toBe(0);
    await panel.post({ type: "attachments", attachments: [] });
  });

  test("to replace several images with smaller ones while the list of conversations is shown", async () => {
    const data = await drawImage();
    await panel.post({ type: "showConversations" });
    await panel.page.locator(".conversations").waitFor();
    for (const id of ["y", "z"]) await panel.post({ type: "shrinkImage", id, mediaType: "image/png", data, bytes: 6000 });
    const replaced = () => panel.sent.flatMap((message) => (message.type === "replaceAttachment" ? [message.id] : []));
    await expect.poll(replaced).toEqual(expect.arrayContaining(["y", "z"]));
  });
});
