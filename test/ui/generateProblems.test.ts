/** What goes wrong at a service, and the one button of each message, pressed as a person would. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type FaultyService, faultyServiceKey, limitedModel, limitedSeconds, startFaultyService } from "./faultyService.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let service: FaultyService;
let workbench: Workbench;

beforeAll(async () => {
  service = await startFaultyService();
  workbench = await openWorkbench({
    settings: { "generationStudio.baseUrl": service.url, "generationStudio.output.fileName": "{slug}" },
  });
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(faultyServiceKey);
  await workbench.openContainer("Generation Studio");
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

it("counts down to the time when a limited service allows another try, and stops when it is told to", async () => {
  const { page } = workbench;
  await generate(limitedModel, "A crowded pier");
  const message = `it can be tried again in ${limitedSeconds} s`;
  await workbench.notification(message).waitFor();
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
  await workbench.notification("balance is used up").waitFor();
  await workbench.screenshot("problem-quota");
  await workbench.pressNotificationButton("balance is used up", "Set Account Page…");
  await workbench.page.locator(".settings-editor", { hasText: "Account Page" }).waitFor();
});

it("generates with another model where the service does not offer the chosen one", async () => {
  await generate("fault-400", "A wooden bridge");
  const message = "does not offer this model";
  await workbench.notification(message).waitFor();
  await workbench.screenshot("problem-model");
  await workbench.pressNotificationButton(message, "Choose Another Model…");
  await workbench.page.locator(".quick-input-title", { hasText: "Generate: Model" }).waitFor();
  await workbench.answerInput("demo-image");
  await workbench.tab("a-wooden-bridge.png").waitFor();
});

it("shows the task whose answer was lost on the way, and sends nothing again", async () => {
  await generate("fault-504", "A message in a bottle");
  const message = "may have accepted the task";
  await workbench.notification(message).waitFor();
  await workbench.screenshot("problem-lost");
  await workbench.pressNotificationButton(message, "Show Task");
  await workbench.tab(/^Task/).waitFor();
  await workbench.page.getByText("A message in a bottle").first().waitFor();
});

it("tries again after a failure of the service when told to", async () => {
  await generate("fault-500", "A stubborn donkey");
  const message = "failed to generate";
  await workbench.notification(message).waitFor();
  await workbench.pressNotificationButton(message, "Try Again");
  await expect.poll(() => workbench.treeRow("A stubborn donkey").count(), { timeout: 20_000 }).toBe(2);
  // Where messages follow each other within a second, VS Code shows the last one in its centre alone.
  await workbench.runCommand("Notifications: Show Notifications");
  await workbench.page.locator(".notifications-center .notification-list-item", { hasText: message }).first().waitFor();
  await workbench.screenshot("problem-failed");
});
