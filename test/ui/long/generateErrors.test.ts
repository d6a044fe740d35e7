/** Errors of a service, and the button in each notification. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type FaultyService,
  faultyServiceKey,
  hollowModel,
  limitedModel,
  limitedSeconds,
  moodyPrompt,
  pausedText,
  pausingModel,
  spokenText,
  startFaultyService,
  talkingModel,
} from "../faultyService.ts";
import { repeatUntil } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const wrongKey = "ui-service-key-that-is-wrong";
const accountPage = "https://account.example/credits";
const tide = "The sea is calm.\n";
let service: FaultyService;
let workbench: Workbench;

beforeAll(async () => {
  service = await startFaultyService();
  workbench = await openWorkbench({
    files: { "tide.md": tide, "whales.md": `${moodyPrompt}\nA calm whale` },
    settings: {
      "generationStudio.baseUrl": service.url,
      "generationStudio.accountPage": accountPage,
      "generationStudio.output.fileName": "{slug}",
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
    },
  });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  // The rows of the Tasks view need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});
beforeEach(() => workbench.clearNotifications());

/** Requests an image from `model`, which the settings make the default. */
async function generate(model: string, prompt: string): Promise<void> {
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: model } });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput(prompt, "What should the image show?");
}

/** Waits for the notification and checks that it contains neither a stack nor a key. */
async function dismissedMessage(message: string): Promise<void> {
  const toast = workbench.notification(message).first();
  await toast.waitFor();
  const text = (await toast.textContent()) ?? "";
  for (const key of [faultyServiceKey, wrongKey]) expect(text).not.toContain(key);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined|\[object/);
}

it("asks for a missing key with a button that sets it, and offers the prompt again", async () => {
  const { page } = workbench;
  const message = "This service needs an API key.";
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A locked door", "What should the image show?");
  await workbench.notification(message).waitFor();
  await workbench.screenshot("generate-missing-key");
  await workbench.pressNotificationButton(message, "Set API Key…");
  await workbench.answerInput(faultyServiceKey, `sent only to ${service.url}`);
  await workbench.notification("The API key works").waitFor();
  // The prompt does not have to be typed again.
  await workbench.runCommand("Generation Studio: Generate Image…");
  const question = page.locator(".quick-input-widget", { hasText: "What should the image show?" });
  await expect.poll(() => question.locator("input.input").inputValue()).toBe("A locked door");
  await workbench.screenshot("generate-typed-before");
  await page.keyboard.press("Escape");
});

it("asks for another key if the service refuses the current one, and uses it", async () => {
  const setKey = async (key: string) => {
    await workbench.answerInput(key, `sent only to ${service.url}`);
  };
  await workbench.runCommand("Generation Studio: Set API Key…");
  await setKey(wrongKey);
  const message = "The service refused the API key.";
  await dismissedMessage(message);
  await workbench.clearNotifications();
  await workbench.runCommand("Generation Studio: Focus on Models View");
  const row = (text: string) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });
  await row(message).waitFor();
  await workbench.screenshotInThemes("models-refused-key");
  await row("Set API Key…").click();
  await setKey(wrongKey);
  await dismissedMessage(message);
  await workbench.pane("Models").locator(".pane-header").click();
  await workbench.clearNotifications();
  await generate("demo-image", "A stranger at the door");
  await dismissedMessage(message);
  await workbench.screenshot("problem-key");
  await workbench.pressNotificationButton(message, "Set API Key…");
  await setKey(faultyServiceKey);
  await workbench.notification("The API key works").waitFor();
});

it("updates the error in the Models view when the view is refreshed", async () => {
  const row = (text: string) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });
  await workbench.runCommand("Generation Studio: Focus on Models View");
  service.refusal = { status: 402, code: "insufficient_quota" };
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(faultyServiceKey, `sent only to ${service.url}`);
  await row("balance is used up").waitFor();
  service.refusal = { status: 401, code: "invalid_api_key" };
  await workbench.pressViewAction("Models", "Refresh Models", row("refused the API key"));
  await expect.poll(() => row("balance is used up").count()).toBe(0);
  service.refusal = undefined;
  await workbench.pressViewAction("Models", "Refresh Models", row("demo-image-pro"));
  await row("refused the API key").waitFor({ state: "hidden" });
  await workbench.pane("Models").locator(".pane-header").click();
});

it("counts down until a limited service allows another try, and can be stopped", async () => {
  const { page } = workbench;
  await generate(limitedModel, "A crowded pier");
  const message = `Try again in ${limitedSeconds} s`;
  await dismissedMessage(message);
  await workbench.screenshot("problem-limited");
  await workbench.pressNotificationButton(message, "Try Again When Allowed");
  const countdown = workbench.notification(/Trying again in \d+ s/);
  await countdown.waitFor();
  await expect.poll(async () => Number(/in (\d+) s/.exec((await countdown.textContent()) ?? "")?.[1])).toBeLessThan(limitedSeconds);
  await workbench.screenshot("problem-limited-waiting");
  await countdown.getByRole("button", { name: "Cancel" }).click();
  await countdown.waitFor({ state: "hidden" });
  await expect.poll(() => workbench.notification(message).count()).toBe(0);
  await page.keyboard.press("Escape");
});

it("reports immediately that it waits for a service that does not answer, and can be stopped", async () => {
  service.isSilent = true;
  await workbench.runCommand("Generation Studio: Refresh Models");
  const progress = workbench.notification("Asking the service for its models");
  await progress.hover();
  await workbench.screenshot("problem-silent");
  await progress.getByRole("button", { name: "Cancel" }).click();
  await progress.waitFor({ state: "hidden" });
  service.isSilent = false;
});

it("offers to test a new service address, and to set its key first", async () => {
  const { page } = workbench;
  const { port } = new URL(service.url);
  await workbench.runCommand("Preferences: Open User Settings");
  await page.locator(".settings-editor .suggest-input-container").click();
  // Immediately: each search redraws the list and the text in it.
  await page.keyboard.insertText("generationStudio.baseUrl");
  const address = page.locator('.settings-editor [data-key="generationStudio.baseUrl"] input');
  const setAddress = (url: string, notified: string) =>
    repeatUntil(workbench.notification(notified), () => address.fill(url, { timeout: 2000 }));
  const needsKey = `localhost:${port} is the generation service now. It needs an API key.`;
  await setAddress(`http://localhost:${port}`, needsKey);
  await workbench.pressNotificationButton(needsKey, "Set API Key…");
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  await workbench.notification("The API key works").waitFor();
  await workbench.clearNotifications();
  const isSet = `127.0.0.1:${port} is the generation service now.`;
  await setAddress(service.url, isSet);
  await workbench.screenshot("address-changed");
  await workbench.pressNotificationButton(isSet, "Test Connection");
  await workbench.notification("The API key works").waitFor();
  await workbench.runCommand("View: Close All Editors");
});

it("opens the account page of the settings when the balance is used up", async () => {
  await generate("fault-quota", "An empty purse");
  await dismissedMessage("balance is used up");
  await workbench.screenshot("problem-quota");
  await workbench.pressNotificationButton("balance is used up", "Open Account Page");
  await workbench.page.locator(".monaco-dialog-box", { hasText: accountPage }).waitFor();
  await workbench.pressDialogButton("Cancel");
});

it("shows the text if a service answers with text instead of an image", async () => {
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": { image: "v2" } });
  await generate(talkingModel, "A cat on a roof");
  const message = `answered with a text instead of a file: ${spokenText}`;
  await dismissedMessage(message);
  await workbench.treeRow("A cat on a roof").filter({ hasText: "text only" }).waitFor();
  await workbench.pressNotificationButton(message, "Show Text");
  await workbench.rendered(spokenText);
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": { image: "v1" } });
});

it("starts the hover of a failed task with the reason, and shows the number of tasks in a section's name", async () => {
  const prompt = "A bored seal";
  await generate("fault-500", prompt);
  const reason = "The model failed to generate a result";
  await dismissedMessage(reason);
  await workbench.clearNotifications();
  // Repainting a row removes its hover.
  const hoverText = async () =>
    (await (await workbench.showHover(workbench.treeRow(prompt), reason)).textContent({ timeout: 2000 }))?.trim();
  await expect.poll(hoverText).toMatch(new RegExp(`^${reason}.*${prompt}`));
  const sections = workbench.pane("Tasks").locator('.monaco-list-row[aria-level="1"]');
  await expect.poll(() => sections.filter({ hasText: "Failed" }).getAttribute("aria-label")).toMatch(/^Failed, (?:1 task|\d+ tasks)$/);
});

it("generates with another model if a text model was used for an image", async () => {
  await generate("demo-multimodal", "An iron bridge");
  const message = "does not accept this model for this request";
  await dismissedMessage(message);
  await workbench.screenshot("problem-multimodal");
  await workbench.pressNotificationButton(message, "Choose Another Model…");
  await workbench.answerInput("demo-image", "Generate: Model");
  await workbench.tab("an-iron-bridge.png").waitFor();
});

it("stops Continue Writing in the middle: the request ends, the text so far stays, and one undo removes it", async () => {
  const { page } = workbench;
  const read = () => readFile(path.join(workbench.folder, "tide.md"), "utf8");
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { text: pausingModel } });
  await workbench.openFile("tide.md");
  await workbench.setCursor(1, 17);
  await workbench.chooseFromContextMenu("Generation Studio", "Continue Writing");
  const begun = `The sea is calm.${pausedText}\n`;
  await expect.poll(read).toBe(begun);
  expect(service.paused()).toBe(1);
  const progress = workbench.notification(`Writing with ${pausingModel}`);
  await progress.hover();
  await workbench.screenshotInThemes("generate-continue");
  // The notification is shown for a few seconds.
  const stopped = page.locator(".statusbar", { hasText: "Undo removes the inserted text." });
  await Promise.all([stopped.waitFor(), progress.getByRole("button", { name: "Cancel" }).click()]);
  await expect.poll(() => progress.count()).toBe(0);
  await expect.poll(() => service.paused()).toBe(0);
  // Auto save may be writing the file at this moment.
  await expect.poll(read).toBe(begun);
  await expect.poll(() => page.locator(".notifications-toasts .notification-list-item").count()).toBe(0);
  await workbench.undo();
  await expect.poll(read).toBe(tide);
});

it("stops Replace Selection in the middle: the text so far can be accepted, and the file is unchanged", async () => {
  const { page } = workbench;
  const read = () => readFile(path.join(workbench.folder, "tide.md"), "utf8");
  const diff = page.locator(".monaco-diff-editor");
  await workbench.openFile("tide.md");
  await workbench.select({ line: 1, column: 1 }, { line: 1, column: 17 });
  await workbench.chooseFromContextMenu("Generation Studio", "Replace Selection…");
  await workbench.answerInput("Longer", "How should the selection change?");
  await diff.locator(".modified .view-line", { hasText: pausedText.trim() }).waitFor();
  const progress = workbench.notification(`Writing with ${pausingModel}`);
  await progress.hover();
  await progress.getByRole("button", { name: "Cancel" }).click();
  await page.locator('.editor-group-container.active .title a.action-label[aria-label^="Accept All Changes"]').waitFor();
  await expect.poll(() => progress.count()).toBe(0);
  await workbench.screenshot("generate-cancelled-replacement");
  expect(await read()).toBe(tide);
  await workbench.pressEditorAction("Reject All Changes");
  await diff.waitFor({ state: "hidden" });
  expect(await read()).toBe(tide);
});

it("shows the task of an incomplete answer", async () => {
  await generate(hollowModel, "An empty box");
  const message = "says completed, but sent nothing";
  await dismissedMessage(message);
  await workbench.screenshot("problem-incomplete");
  await workbench.pressNotificationButton(message, "Show Task");
  await workbench.tab(/^Task/).waitFor();
  await workbench.rendered("An empty box");
});

// The model's timeout does not say whether its work was billed.
it("shows the task of a lost answer, and sends no request again", async () => {
  const prompt = "A sleepy snail";
  await workbench.runCommand("View: Close All Editors");
  await generate("fault-408", prompt);
  const message = "may have accepted the task";
  await dismissedMessage(message);
  await workbench.screenshot("problem-lost");
  await workbench.pressNotificationButton(message, "Show Task");
  await workbench.tab(/^Task/).waitFor();
  await workbench.rendered(prompt);
  await expect.poll(() => workbench.treeRow(prompt).count()).toBe(1);
});

it("tries again on request", async () => {
  const [prompt, message] = ["A stubborn donkey", "failed to generate"];
  await generate("fault-500", prompt);
  await dismissedMessage(message);
  await workbench.pressNotificationButton(message, "Try Again");
  await expect.poll(() => workbench.treeRow(prompt).count()).toBe(2);
  // If notifications follow each other within a second, VS Code shows the last one only in the notification centre.
  await workbench.runCommand("Notifications: Show Notifications");
  await workbench.page.locator(".notifications-center .notification-list-item", { hasText: message }).first().waitFor();
  await workbench.screenshot("problem-failed");
});

it("tries again only the tasks of a batch that failed", async () => {
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: "demo-image" } });
  await workbench.openFile("whales.md");
  await workbench.select({ line: 1, column: 1 }, { line: 2, column: 13 });
  await workbench.page.keyboard.press("Shift+Alt+i");
  await workbench.page.keyboard.press("Shift+Home");
  await workbench.runCommand("Generation Studio: Generate Image from Selection");
  await dismissedMessage("failed to generate");
  await workbench.pressNotificationButton("failed to generate", "Try Again");
  await expect.poll(() => workbench.treeRow(moodyPrompt).count()).toBe(2);
  await workbench.tab("a-moody-whale.png").waitFor();
  const prompts = service.posted.flatMap((body) => /A (?:moody|calm) whale/.exec(body)?.[0] ?? []);
  expect(prompts.toSorted()).toEqual(["A calm whale", moodyPrompt, moodyPrompt]);
});
