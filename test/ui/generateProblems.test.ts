/** What goes wrong at a service, and the one button of each message, pressed as a person would. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type FaultyService,
  faultyServiceKey,
  hollowModel,
  limitedModel,
  limitedSeconds,
  pausedText,
  pausingModel,
  startFaultyService,
} from "./faultyService.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const wrongKey = "ui-service-key-that-is-wrong";
const tide = "The sea is calm.\n";
let service: FaultyService;
let workbench: Workbench;

beforeAll(async () => {
  service = await startFaultyService();
  workbench = await openWorkbench({
    files: { "tide.md": tide },
    settings: {
      "generationStudio.baseUrl": service.url,
      "generationStudio.output.fileName": "{slug}",
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
    },
  });
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  await workbench.openContainer("Generation Studio");
  // The rows of the Tasks view need the room.
  await workbench.pane("Chat").locator(".pane-header").click();
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});
beforeEach(() => workbench.runCommand("Notifications: Clear All Notifications"));

/** Asks for a picture of `model`, which the settings name as default. */
async function generate(model: string, prompt: string): Promise<void> {
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: model } });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput(prompt, "What should the picture show?");
}

/** Waits for the message; whatever it says, it holds neither a stack nor a key. */
async function told(message: string): Promise<void> {
  const toast = workbench.notification(message).first();
  await toast.waitFor();
  const text = (await toast.textContent()) ?? "";
  for (const key of [faultyServiceKey, wrongKey]) expect(text).not.toContain(key);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined|\[object/);
}

it("asks for another key where the service refuses the one that is set, and takes it", async () => {
  const setKey = async (key: string) => {
    await workbench.answerInput(key, `sent to ${service.url} alone`);
  };
  await workbench.runCommand("Generation Studio: Set API Key…");
  await setKey(wrongKey);
  const message = "The service refused the API key.";
  await told(message);
  await workbench.runCommand("Notifications: Clear All Notifications");
  await generate("demo-image", "A stranger at the door");
  await told(message);
  await workbench.screenshot("problem-key");
  await workbench.pressNotificationButton(message, "Set API Key…");
  await setKey(faultyServiceKey);
  await workbench.notification("The API key works").waitFor();
});

it("counts down to the time when a limited service allows another try, and stops when it is told to", async () => {
  const { page } = workbench;
  await generate(limitedModel, "A crowded pier");
  const message = `it can be tried again in ${limitedSeconds} s`;
  await told(message);
  await workbench.screenshot("problem-limited");
  await workbench.pressNotificationButton(message, "Try Again When Allowed");
  const countdown = workbench.notification(/Trying again in \d+ s/);
  await countdown.waitFor();
  await expect
    .poll(async () => Number(/in (\d+) s/.exec((await countdown.textContent()) ?? "")?.[1]), { timeout: 10_000 })
    .toBeLessThan(limitedSeconds);
  await workbench.screenshot("problem-limited-waiting");
  await countdown.getByRole("button", { name: "Cancel" }).click();
  await countdown.waitFor({ state: "hidden" });
  expect(await workbench.notification(message).count()).toBe(0);
  await page.keyboard.press("Escape");
});

it("leads to the setting of the account page when the balance is used up", async () => {
  await generate("fault-quota", "An empty purse");
  await told("balance is used up");
  await workbench.screenshot("problem-quota");
  await workbench.pressNotificationButton("balance is used up", "Set Account Page…");
  await workbench.page.locator(".settings-editor", { hasText: "Account Page" }).waitFor();
  // It takes the focus late, which would close what is asked next.
  await workbench.page.locator(".settings-editor:focus-within").waitFor();
});

it("offers another model for one that does not exist", async () => {
  await generate("no-such-model", "A stone bridge");
  await told("does not offer this model");
  await workbench.notification("does not offer this model").getByRole("button", { name: "Choose Another Model…" }).waitFor();
});

it("generates with another model where a text model was asked for a picture", async () => {
  await generate("demo-multimodal", "An iron bridge");
  const message = "does not accept this model here";
  await told(message);
  await workbench.screenshot("problem-multimodal");
  await workbench.pressNotificationButton(message, "Choose Another Model…");
  await workbench.answerInput("demo-image", "Generate: Model");
  await workbench.tab("an-iron-bridge.png").waitFor();
});

it("fetches a result again whose first download broke off, and says nothing of it", async () => {
  await generate("fault-truncated", "A broken bridge");
  await workbench.tab("a-broken-bridge.png").waitFor();
  expect(await workbench.page.locator(".notifications-toasts").locator(".codicon-error, .codicon-warning").count()).toBe(0);
});

it("stops Continue in the middle: the request ends, what arrived stays, and one undo takes it back", async () => {
  const { page } = workbench;
  const read = () => readFile(path.join(workbench.folder, "tide.md"), "utf8");
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { text: pausingModel } });
  await workbench.openFile("tide.md");
  await workbench.placeCursor(1, 17);
  await workbench.chooseFromContextMenu("Generate", "Continue");
  const begun = `The sea is calm.${pausedText}\n`;
  await expect.poll(read).toBe(begun);
  expect(service.paused()).toBe(1);
  const progress = workbench.notification(`Writing with ${pausingModel}`);
  await progress.hover();
  await workbench.screenshotInThemes("generate-continue");
  await progress.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".statusbar", { hasText: "One undo takes back what was written." }).waitFor();
  expect(await progress.count()).toBe(0);
  await expect.poll(() => service.paused()).toBe(0);
  expect(await read()).toBe(begun);
  expect(await page.locator(".notifications-toasts .notification-list-item").count()).toBe(0);
  await workbench.activeEditor.click();
  await page.keyboard.press("Control+z");
  await expect.poll(read).toBe(tide);
});

it("shows the task whose answer is incomplete", async () => {
  await generate(hollowModel, "An empty box");
  const message = "incomplete or damaged";
  await told(message);
  await workbench.screenshot("problem-incomplete");
  await workbench.pressNotificationButton(message, "Show Task");
  await workbench.tab(/^Task/).waitFor();
  await workbench.activeEditor.getByText("An empty box").first().waitFor();
});

it("generates with another model where the service does not offer the chosen one", async () => {
  await generate("fault-400", "A wooden bridge");
  const message = "does not offer this model";
  await told(message);
  await workbench.screenshot("problem-model");
  await workbench.pressNotificationButton(message, "Choose Another Model…");
  await workbench.answerInput("demo-image", "Generate: Model");
  await workbench.tab("a-wooden-bridge.png").waitFor();
});

it.each([
  ["fault-504", "A message in a bottle"],
  // The model's timeout does not say whether its work was billed.
  ["fault-408", "A sleepy snail"],
])("shows the task whose answer was lost with %s, and sends nothing again", async (model, prompt) => {
  await workbench.runCommand("View: Close All Editors");
  await generate(model, prompt);
  const message = "may have accepted the task";
  await told(message);
  await workbench.screenshot(`problem-${model}`);
  await workbench.pressNotificationButton(message, "Show Task");
  await workbench.tab(/^Task/).waitFor();
  await workbench.activeEditor.getByText(prompt).first().waitFor();
  expect(await workbench.treeRow(prompt).count()).toBe(1);
});

it.each([
  ["fault-500", "A stubborn donkey", "failed to generate"],
  ["fault-failed-task", "A lazy cat", "failed to generate"],
])("tries again after %s when told to", async (model, prompt, message) => {
  await generate(model, prompt);
  await told(message);
  await workbench.pressNotificationButton(message, "Try Again");
  await expect.poll(() => workbench.treeRow(prompt).count()).toBe(2);
  // Where messages follow each other within a second, VS Code shows the last one in its centre alone.
  await workbench.runCommand("Notifications: Show Notifications");
  await workbench.page.locator(".notifications-center .notification-list-item", { hasText: message }).first().waitFor();
  await workbench.screenshot(`problem-${model}`);
});

it("opens the account page that the settings name when the balance is used up", async () => {
  const page = "https://account.example/credits";
  // A window that has just been loaded does not watch the workspace's settings yet: it reads the model at its start.
  await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: "fault-quota" } });
  await workbench.changeUserSettings({ "generationStudio.accountPage": page });
  await generate("fault-quota", "Another empty purse");
  await workbench.pressNotificationButton("balance is used up", "Open Account Page");
  await workbench.page.locator(".monaco-dialog-box", { hasText: page }).waitFor();
  await workbench.pressDialogButton("Cancel");
});
