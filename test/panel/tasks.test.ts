/** Tasks that were started in the conversation, as the panel shows them. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { reportTasks, taskConversation } from "./taskStates.ts";

describe("a task in the conversation", () => {
  let browser: Browser;
  let panel: PanelPage;
  const button = (name: string) => panel.page.getByRole("button", { name, exact: true });
  const acted = () => panel.sent.flatMap((message) => (message.type === "actOnTask" ? [message.action] : []));

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    panel = await openPanelPage(browser);
    reportTasks(panel);
    return () => panel.page.close();
  });

  test("is started by its command only together with a prompt", async () => {
    await panel.show(conversationOf([]));
    const input = panel.page.getByRole("textbox", { name: "Message", exact: true });
    await input.pressSequentially("/im");
    await panel.page.getByRole("option", { name: "/image" }).waitFor();
    await input.press("Enter");
    await expect.poll(() => input.inputValue()).toBe("/image ");
    await input.press("Enter");
    await expect.poll(() => button("Send").isDisabled()).toBe(true);
    await input.pressSequentially("a fox");
    await input.press("Enter");
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "/image a fox" });
  });

  test("shows its progress until it is finished, and can be stopped", async () => {
    await panel.show(taskConversation(["running"]));
    const state = panel.page.locator(".answer").getByRole("status");
    await expect.poll(() => state.textContent()).toContain("processing");
    await expect.poll(() => panel.page.getByRole("progressbar", { name: "Progress" }).getAttribute("value")).toBe("40");
    await panel.page.getByRole("img", { name: "The image so far" }).waitFor();
    await button("Stop Following").click();
    expect(await panel.waitFor("actOnTask")).toEqual({ type: "actOnTask", turnId: "a0", action: "stop" });
    const file = { name: "fox.png", uri: "file:///w/fox.png", mediaType: "image/png", source: "http://panel.test/images/fox.png" };
    await panel.post({ type: "task", task: { key: "running", state: "saved", note: "", files: [file], actions: ["open"] } });
    await button("Show Large").waitFor();
    await expect.poll(() => state.count()).toBe(0);
    // A task is not an answer: it is not generated again or continued.
    await expect.poll(() => button("Regenerate").count()).toBe(0);
    await expect.poll(() => button("Delete Answer").count()).toBe(1);
  });

  test("shows what a result lacks below its files, and saves it again", async () => {
    await panel.show(taskConversation(["partly"]));
    await panel.page.getByText("1 of 2 files is missing.").waitFor();
    await panel.page.locator(".task-file img").waitFor();
    panel.sent.length = 0;
    await panel.page.getByRole("button", { name: panel.say("taskSaveAgain"), exact: true }).click();
    expect(await panel.waitFor("actOnTask")).toMatchObject({ action: "saveAgain" });
  });

  test("shows several images as a grid, one of which is used for the next message", async () => {
    await panel.show(taskConversation(["four"]));
    const boxes = await Promise.all([0, 1, 2].map((index) => panel.page.locator(".task-grid figure").nth(index).boundingBox()));
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[2]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
    await button("Use This: a-lighthouse-at-dusk-3.png").click();
    const path = "file:///w/generated/a-lighthouse-at-dusk-3.png";
    expect(await panel.waitFor("attachPath")).toEqual({ type: "attachPath", path });
  });

  test("shows its image large, opens and links it, and attaches it to the next message", async () => {
    await panel.show(taskConversation(["image"]));
    await button("Show Large").click();
    const dialog = panel.page.getByRole("dialog", { name: "Image 1 of 1, large" });
    await dialog.getByRole("button", { name: "Use as Reference" }).click();
    const uri = "file:///w/generated/2026-11-22-a-lighthouse-at-dusk.png";
    expect(await panel.waitFor("attachPath")).toEqual({ type: "attachPath", path: uri });
    await button("2026-11-22-a-lighthouse-at-dusk.png").click();
    await button("Insert Link at Cursor").click();
    await expect.poll(acted).toEqual(["open", "insertLink"]);
  });

  test("plays audio, and shows the name of a file that cannot be displayed", async () => {
    await panel.show(taskConversation(["audio", "gone"]));
    await panel.page.getByLabel("Generated audio hello.mp3").waitFor();
    await button("moved-to-a-folder-that-is-not-open-in-this-window.mp4").click();
    await expect.poll(acted).toEqual(["open"]);
    await expect.poll(() => panel.page.locator("video").count()).toBe(0);
    expect(panel.violations.filter((violation) => violation.includes("Content Security Policy"))).toEqual([]);
  });

  test("that failed shows the reason and the action that helps; one that may have been billed has no action to send it again", async () => {
    await panel.show(taskConversation(["failed", "maybe"]));
    await button("Account Page…").click();
    await panel.waitFor("openAccountPage");
    await button("Try Again").click();
    await button("Try with Other Options…").click();
    await expect.poll(acted).toEqual(["retry", "change"]);
    const last = panel.page.locator(".answer").last();
    await expect.poll(() => last.getByRole("status").getByRole("button").allTextContents()).toEqual(["Show Details"]);
  });
});
