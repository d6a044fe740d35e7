/** Providers on the workbench: an engine is offered, added and dismissed; states, errors, and a list of 500 models. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { writeBigramModel } from "../../providers/bigramModel.ts";
import { chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";
import { type ModelEngine, openOllama } from "../../providers/modelEngines.ts";
import { findChat } from "../workbench/chatFrames.ts";
import { repeatUntil, repeatUntilGone } from "../workbench/repeatUntil.ts";
import { takeActions } from "../workbench/takeActions.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let ollama: Engine;
let drawing: Engine;
let many: Engine;
let tamer: ModelEngine;

const listed = Array.from({ length: 500 }, (_, index) => ({ id: `maker/model-${index}`, created: 1_700_000_000 + index }));

/** Milliseconds. VS Code shows at most three notifications within this time, and only lists the others; no user is as fast as a test. */
const notificationInterval = 800;

beforeAll(async () => {
  ollama = await openEngine(
    {
      // The first request is slow, as if the engine had to load a model.
      async "GET /v1/models"(request, response) {
        if (ollama.countOf("/v1/models") === 1) await setTimeout(3000);
        await sendJson({ data: [{ id: "llama-3" }, { id: "sd-turbo" }] })(request, response);
      },
      "POST /v1/chat/completions": sendEvents([chunk({ content: "Hello from the engine" }), finishChunk("stop")]),
    },
    11434,
  );
  drawing = await openEngine(
    {
      "GET /v1/models": sendJson({ data: [{ id: "sd-turbo" }] }),
      "GET /sdcpp/v1/capabilities": sendJson({ supported_modes: ["img_gen"] }),
    },
    1234,
  );
  many = await openEngine({ "GET /v1/models": sendJson({ data: listed }) });
  tamer = await openOllama();
  workbench = await openWorkbench({ viewport: { width: 1280, height: 1500 } });
  await workbench.openContainer("Generation Studio");
});
afterAll(async () => {
  await workbench?.close();
  ollama?.close();
  drawing?.close();
  many?.close();
  tamer?.close();
});

const row = (text: string | RegExp) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });

async function scrollToTop(): Promise<void> {
  await workbench.pane("Models").locator(".monaco-list").hover();
  await workbench.page.mouse.wheel(0, -1_000_000);
}

it("offers a local engine in the empty chat and in the Models view", async () => {
  const chat = await findChat(workbench.page, "sideBar");
  await chat.frame.getByRole("button", { name: "Use Ollama on this machine" }).waitFor();
  await workbench.runCommand("Generation Studio: Focus on Models View");
  await row("Use Ollama on this machine").waitFor();
  await row("Use stable-diffusion.cpp on this machine").waitFor();
  await expect.poll(() => row("Use LM Studio").count(), { message: "LM Studio has the same port" }).toBe(0);
  await workbench.screenshotInThemes("providers-offer");
});

/** Each wizard: its command, and of each step what is shown and what is answered; the last step is never answered. */
type WizardStep = [shown: string, answer?: () => Promise<void>];
const pick = (label: string) => () => workbench.pick(label);
const type = (text: string, prompt: string) => () => workbench.answerInput(text, prompt);
const wizards: readonly [command: string, ...steps: WizardStep[]][] = [
  [
    "Set API Key…",
    ["Enter the address of the service", type("https://service.example", "Enter the address of the service")],
    ["Paste the API key"],
  ],
  ["Add Provider…", ["Whose models do you want to use?", pick("OpenRouter")], ["Paste the API key"]],
  ["Add Provider…", ["Whose models do you want to use?", pick("Kokoro")], ["The address of the provider"]],
  [
    "Add Provider…",
    ["Whose models do you want to use?", pick("OpenAI-compatible")],
    ["The address of the provider", type("http://127.0.0.1:1/v1", "The address of the provider")],
    ["Leave empty if the provider needs no key"],
  ],
  ["Manage Providers…", ["Manage Providers", pick("Set the API Key of a Service…")], ["Enter the address of the service"]],
  [
    "Get a Model…",
    ["No engine that downloads models", pick("Run Models in Generation Studio")],
    ["Which model should be downloaded?", pick("Another Model…")],
    ["The address of a GGUF file"],
  ],
  ["Find Model…", ["Search for a model"]],
  ["New Prompt Document…", ["What should it generate?"]],
  ["Generate Video…", ["What should the video show?"]],
];

it("changes nothing if one of the steps of a command is left with Escape", async () => {
  const { page, folder } = workbench;
  const chat = await findChat(page, "sideBar");
  const widget = page.locator(".quick-input-widget").filter({ visible: true });
  const shows = (text: string) => widget.filter({ hasText: text }).or(widget.filter({ has: page.getByPlaceholder(text) }));
  const state = async () => ({
    settings: await readFile(path.join(folder, "..", "data", "User", "settings.json"), "utf8"),
    files: await readdir(folder),
    tabs: await workbench.tab("").allTextContents(),
    models: await workbench.pane("Models").locator(".pane-header").textContent(),
    chat: await chat.frame.locator(".composer, .demo-mark").allTextContents(),
  });
  await chat.frame.getByRole("button", { name: "Model: demo-text" }).waitFor();
  const before = await state();
  for (const [command, ...steps] of wizards)
    for (const left of steps.keys()) {
      await workbench.runCommand(`Generation Studio: ${command}`);
      for (const [shown, answer] of steps.slice(0, left)) {
        await shows(shown).waitFor();
        await answer?.();
      }
      await shows(steps[left]?.[0] ?? "").waitFor();
      await repeatUntilGone(widget, () => page.keyboard.press("Escape"));
      expect(await state(), `${command}, left at step ${left + 1}`).toEqual(before);
    }
  await row("Use Ollama on this machine").waitFor();
});

it("adds it with one click, and its answers have no demo label", async () => {
  const chat = await findChat(workbench.page, "sideBar");
  await takeActions(2, {
    "use Ollama": async () => {
      await row("Use Ollama on this machine").click();
      await row(/llama-3$/).waitFor();
      await workbench.notification("Ollama is connected: 2 models").waitFor();
      await workbench.page.locator(".pane-header", { hasText: /^Models \(\d+\)/ }).waitFor();
      await expect.poll(() => chat.frame.locator(".demo-mark").count()).toBe(0);
      // The model is known later than its service.
      await chat.frame.getByRole("button", { name: "Model: ollama/llama-3" }).waitFor();
    },
    ask: () => chat.askAndWait("Hello"),
  });
  await expect.poll(() => chat.answers.first().textContent()).toContain("Hello from the engine");
  await expect.poll(() => chat.frame.locator(".badge").count()).toBe(0);
  await workbench.screenshotInThemes("providers-answer");
});

it("says in the picker of a kind that no provider makes it, and offers Add Provider… and the demo", async () => {
  await workbench.runCommand("Generation Studio: Generate Video…");
  await workbench.answerInput("Good evening", "What should the video show?");
  const add = workbench.quickPickRows.filter({ hasText: "Add Provider…" });
  await add.filter({ hasText: "None of your providers has a model for videos" }).waitFor();
  await workbench.quickPickRows.filter({ hasText: "demo-video" }).first().waitFor();
  await workbench.page.locator(".quick-input-list-separator", { hasText: "Demo" }).waitFor();
  await workbench.screenshot("providers-missing-kind");
  await add.click();
  await workbench.page.locator(".quick-input-widget", { hasText: "OpenRouter" }).waitFor();
  await workbench.page.keyboard.press("Escape");
  await workbench.page.keyboard.press("Escape");
});

it("shows an error of a provider and the action that helps", async () => {
  await workbench.changeUserSettings({
    "generationStudio.providers": {
      openai: { type: "openai" },
      away: { type: "openai-compatible", baseURL: "http://127.0.0.1:1/v1" },
      ollama: { type: "openai-compatible", baseURL: `${ollama.url}/v1` },
      tamer: { type: "openai-compatible", baseURL: `${tamer.url}/v1` },
      many: { type: "openai-compatible", baseURL: `${many.url}/v1` },
    },
  });
  // The expanded nodes may not have been stored before the window was reloaded.
  await workbench.runCommand("Generation Studio: Focus on Models View");
  await row(/openai.*key missing/).waitFor();
  await row("Enter the key…").waitFor();
  await row(/away.*not reachable/).waitFor();
  await row(/ollama.*reachable/).waitFor();
  await row(/many.*reachable · 500/).waitFor();
  await workbench.screenshotInThemes("providers-states");
  const asked = workbench.page.locator(".quick-input-widget", { hasText: "https://api.openai.com" });
  await repeatUntil(asked, () => row("Enter the key…").click({ timeout: 2000 }));
  await workbench.page.keyboard.press("Escape");
});

it("unloads a model, and gets another one with progress and Cancel", async () => {
  await row(/llama3.2:1b\s*loaded · tools · 4K context/).waitFor();
  await workbench.chooseFromMenuOf(row("llama3.2:1b"), "Unload");
  await row(/llama3.2:1b\s*not loaded · tools · 128K context/).waitFor();

  tamer.next = "hold";
  await workbench.pressRowAction(row(/tamer.*reachable/), "Get a Model…", workbench.page.locator(".quick-input-widget"));
  await workbench.page.locator(".quick-input-widget", { hasText: "2.5 GB · Apache 2.0" }).waitFor();
  await workbench.screenshotInThemes("providers-get-model");
  await workbench.pick("Qwen3 4B");
  await workbench.notification("Downloading qwen3:4b").waitFor();
  await workbench.pressNotificationButton("Downloading qwen3:4b", "Cancel");
  await workbench.notification("The download of qwen3:4b was stopped").waitFor();
  tamer.next = "complete";
  await workbench.page.waitForTimeout(notificationInterval);
  await workbench.pressNotificationButton("The download of qwen3:4b was stopped", "Continue Download");
  await workbench.notification("tamer/qwen3:4b is ready").waitFor();
  await row(/qwen3:4b.*default for text/).waitFor();
});

it("offers a model in the group of a provider that has none, and says how to install an engine if none can download models", async () => {
  const { page } = workbench;
  const getsModel = page.locator(".quick-input-widget", { hasText: "Get a Model: tamer" });
  tamer.downloaded.clear();
  await workbench.runCommand("Generation Studio: Refresh Models");
  await row("Get a model for tamer…").click();
  await getsModel.waitFor();
  await page.keyboard.press("Escape");
  await getsModel.waitFor({ state: "hidden" });

  await workbench.pressRowAction(row(/tamer.*reachable/), "Manage Providers…", page.locator(".quick-input-widget"));
  await workbench.pick("Remove");
  await workbench.pressDialogButton("Remove");
  await row(/tamer.*reachable/).waitFor({ state: "detached" });
  await workbench.chooseFromViewMenu("Models", "Get a Model…");
  for (const [name, address] of [
    ["Install Ollama", "https://ollama.com/download/"],
    ["Install LM Studio", "https://lmstudio.ai/download"],
  ] as const)
    await workbench.quickPickRows.filter({ hasText: name }).filter({ hasText: address }).waitFor();
  await workbench.quickPickRows
    .filter({ hasText: "Run Models in Generation Studio" })
    .filter({ hasText: "without an installer" })
    .waitFor();
  await workbench.screenshot("providers-no-engine");
  await workbench.pick("Look Again");
  await workbench.quickPickRows.filter({ hasText: "Install Ollama" }).waitFor();
  await page.keyboard.press("Escape");
});

it("says what a model and its engine are and need before anything is downloaded", async () => {
  const { page, folder } = workbench;
  const file = path.join(folder, "house.gguf");
  await writeFile(file, writeBigramModel("The house is red."));
  await workbench.chooseFromViewMenu("Models", "Get a Model…");
  await workbench.pick("Run Models in Generation Studio");
  await workbench.quickPickRows.filter({ hasText: "Another Model…" }).waitFor();
  await workbench.screenshotInThemes("providers-local-models");
  await workbench.pick("A File on This Machine…");
  await workbench.answerFileDialog("open", "Get a Model: llama.cpp", file);
  const dialog = page.locator(".monaco-dialog-box", { hasText: "Download llama.cpp?" });
  for (const fact of [
    /Model: .*MB, on this machine already/,
    /License: mit/,
    /Context: 4,096 tokens/,
    /Estimated speed on this machine: .*tokens per second/,
    /Engine: llama\.cpp, .*MB from npm, into the extension’s storage/,
  ])
    await dialog.getByText(fact).waitFor();
  await workbench.screenshotInThemes("providers-local-download");
  await workbench.pressDialogButton("Cancel");
  await dialog.waitFor({ state: "detached" });
  // Nothing was added or downloaded.
  await expect.poll(() => row("local").count()).toBe(0);
});

it("finds, hides and shows one of 500 models", async () => {
  await workbench.chooseFromViewMenu("Models", "Find Model…");
  await workbench.quickPickRows.first().waitFor();
  await workbench.answerInput("model-250", "Find Model");
  const found = row("maker/model-250");
  await found.waitFor();
  await workbench.chooseFromMenuOf(found, "Hide Model");
  await found.waitFor({ state: "detached" });
  // Collapsed, the list of 499 leaves space for the rows below.
  await repeatUntil(row("Hidden"), async () => {
    await scrollToTop();
    await row(/many.*reachable/).click({ timeout: 2000 });
  });
  await repeatUntil(found, () => row("Hidden").click({ timeout: 2000 }));
  await workbench.chooseFromMenuOf(found, "Show Model Again");
  await row("Hidden").waitFor({ state: "detached" });
});

it("manages a provider from its row and from the menu", async () => {
  await workbench.pressRowAction(row(/ollama.*reachable/), "Manage Providers…", workbench.page.locator(".quick-input-widget"));
  await workbench.pick("Test Connection");
  await workbench.notification("ollama is connected: 2 models").waitFor();
  await workbench.chooseFromViewMenu("Models", "Manage Providers…");
  await workbench.pick("ollama");
  await workbench.pick("Remove");
  await workbench.pressDialogButton("Remove");
  const offer = row("Use Ollama on this machine");
  await offer.waitFor();
  await repeatUntilGone(offer, () => workbench.pressRowAction(offer, "Do Not Offer Again"));
});

it("asks for the provider first if the command has none", async () => {
  await workbench.pressViewAction("Models", "Add Provider…", workbench.page.locator(".quick-input-widget"));
  await workbench.page.locator(".quick-input-widget", { hasText: "OpenRouter" }).waitFor();
  await workbench.screenshotInThemes("providers-add");
  await workbench.page.keyboard.press("Escape");
});

it("asks for the key again if it is refused, and for another address, until the provider answers", async () => {
  const { page } = workbench;
  let isAsked = false;
  const strict = await openEngine({
    "GET /v1/models": (request, response) => {
      isAsked = true;
      const isRight = request.headers.authorization === "Bearer right";
      return sendJson(isRight ? { data: [{ id: "kind-model" }] } : { error: { message: "Incorrect API key" } }, isRight ? 200 : 401)(
        request,
        response,
      );
    },
  });
  onTestFinished(() => strict.close());
  const failed = (text: string | RegExp) =>
    page.locator(".notification-toast", { hasText: text }).filter({ has: page.locator(".codicon-error") });
  const press = (toast: Locator, button: string) => toast.getByRole("button", { name: button, exact: true }).click();
  await workbench.clearNotifications();
  await workbench.runCommand("Generation Studio: Add Provider…");
  await workbench.pick("OpenAI-compatible");
  await workbench.answerInput("http://127.0.0.1:1/v1", "The address of the provider");
  await workbench.answerInput("wrong", "secret storage");
  const unreachable = failed("127.0.0.1:1");
  await unreachable.waitFor();
  await press(unreachable, "Edit Address…");
  await workbench.answerInput(`${strict.url}/v1`, "The address of the provider");
  await page.waitForTimeout(notificationInterval);
  await workbench.answerInput("wrong", `sent only to ${strict.url}`);
  const refused = failed("refused the key");
  await refused.waitFor();
  expect(isAsked).toBe(true);
  await workbench.screenshotInThemes("providers-refused");
  await press(refused, "Try Again");
  // Leaving the question leads back to the error.
  await page.locator(".quick-input-widget", { hasText: "secret storage" }).waitFor();
  await page.keyboard.press("Escape");
  await refused.waitFor();
  await press(refused, "Try Again");
  await workbench.answerInput("right", `sent only to ${strict.url}`);
  await row(/kind-model$/)
    .first()
    .waitFor();
});
