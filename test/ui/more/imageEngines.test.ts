/**
 * Each action on images and each added field, with at least two interfaces of engines and a command: chosen in the workbench, recorded where
 * it arrives, and decoded from the saved file. ImageMagick's other actions are in `imageEditor.test.ts`.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourceOfBytes } from "../../../src/files/byteSource.ts";
import { decodeImage } from "../../../src/images/decodeImage.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { readFileMetadata } from "../../../src/library/metadata/readFileMetadata.ts";
import type { Engine } from "../../providers/engineServer.ts";
import { comfyWorkflows, openComfy, openOpenaiPainter, openRouterPainter, openWebUi } from "../../providers/paintingEngines.ts";
import { openTextEngine } from "../../providers/textEngines.ts";
import { findForm } from "../workbench/findForm.ts";
import { findImageEditor, paintRectangle } from "../workbench/imageEditorFrame.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const hasImageMagick = spawnSync("convert", ["-version"]).status === 0;
const [width, height] = [200, 100];
const [red, blue, halfRed] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [128, 0, 128, 255],
];
/** ImageMagick rounds down. */
const halfRedOfMagick = [127, 0, 127, 255];
const data = new Uint8Array(width * height * 3).map((_, index) => (index % 3 === 2 ? 255 : 0));
const range = (maximum: number) => ({ minimum: 0, maximum });

/** What an address with OpenAI's interface does not report itself. The names are those of SGLang and vLLM-Omni. */
const capabilities = {
  ...{ image: 1, mask: true, background: ["transparent"], output_format: ["png"], negative_prompt: true, n: range(4), seed: range(99) },
  ...{ strength: range(1), steps: range(50), guidance: range(20) },
};
/** Departs from the image by the strength, and writes the other values into a comment. */
const tint = ["-channel", "R", "-fx", "u*(1-{strength})+{strength}", "-channel", "B", "-fx", "u*(1-{strength})", "+channel"];
const comment = "seed={seed} steps={steps} guidance={guidance} not={negative_prompt} {background} {output_format}";
const magick = {
  type: "command",
  models: {
    tinted: {
      kinds: ["image"],
      run: ["convert", "{image}", ...tint, "-set", "comment", comment, "{output}"],
      output: { format: "png" },
      capabilities: { output_format: ["png"], background: ["transparent"] },
    },
    masked: {
      kinds: ["image"],
      run: [
        ...["convert", "{image}", "(", "+clone", "-fill", "red", "-colorize", "100", ")"],
        ...["(", "{mask}", "-alpha", "extract", "-negate", ")", "-composite", "{output}"],
      ],
      output: { format: "png" },
    },
    enlarged: { kinds: ["image"], run: ["convert", "{image}", "-scale", "{upscale}00%", "{output}"], output: { format: "png" } },
  },
};

let engines: Record<"openai" | "webui" | "router" | "comfy" | "text", Engine>;
let workflows: string;
let workbench: Workbench;
beforeAll(async () => {
  const [openai, webui, router, comfy] = await Promise.all([openOpenaiPainter(), openWebUi(), openRouterPainter(), openComfy()]);
  const text = await openTextEngine("A red sail at dusk");
  engines = { openai, webui, router, comfy, text };
  workflows = await mkdtemp(path.join(tmpdir(), "image-engines-"));
  const workflow = async (name: keyof typeof comfyWorkflows) => {
    const file = path.join(workflows, `${name}.json`);
    await writeFile(file, JSON.stringify(comfyWorkflows[name]));
    return [name, { workflow: file }] as const;
  };
  const compatible = { type: "openai-compatible" };
  workbench = await openWorkbench({
    files: {
      "harbour.png": encodePng({ width, height, channels: 3, data }),
      "sail.gen.md": "---\nkind: image\n---\nA sail\n",
      ".generation-studio/styles/poster.md": "---\nnegative_prompt: fog\n---\nA poster of {{prompt}}\n",
    },
    settings: {
      "generationStudio.providers": {
        openai: { ...compatible, baseURL: `${openai.url}/v1`, models: { "gpt-image-1": { kinds: ["image"], capabilities } } },
        webui: { ...compatible, engine: "automatic1111", baseURL: `${webui.url}/sdapi/v1` },
        router: { ...compatible, engine: "openrouter", baseURL: `${router.url}/v1` },
        comfy: {
          ...compatible,
          engine: "comfyui",
          baseURL: comfy.url,
          models: Object.fromEntries(await Promise.all([workflow("paint"), workflow("enlarge")])),
        },
        ...(hasImageMagick ? { magick } : {}),
        chat: { ...compatible, baseURL: `${text.url}/v1` },
        program: {
          type: "command",
          models: { sed: { kinds: ["text"], run: ["sed", "-n", "$s/.*/A red sail at dusk/p"], output: { format: "txt" } } },
        },
      },
      "generationStudio.defaultModels": { image: "webui/harbour" },
      "generationStudio.output.embedPrompt": true,
    },
  });
});
afterAll(async () => {
  await workbench?.close();
  for (const engine of Object.values(engines ?? {})) engine.close();
  if (workflows !== undefined) await rm(workflows, { recursive: true, force: true });
});

/** A pixel of a file that was saved, or its size. */
async function saved(name: string) {
  const raster = decodeImage(await readFile(path.join(workbench.folder, name)));
  const at = (x: number, y: number) => [...(raster?.data.subarray((y * (raster?.width ?? 0) + x) * 4).subarray(0, 4) ?? [])];
  return { width: raster?.width, height: raster?.height, at };
}

/** Opens an action for the image, lets it be set up, and returns the first file. */
async function run(action: string, model: string, prepare: () => Promise<unknown> = async () => undefined) {
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", action);
  return runOpened(model, prepare);
}

async function runOpened(model: string, prepare: () => Promise<unknown> = async () => undefined) {
  const editor = await findImageEditor(workbench.page);
  await editor.getByLabel("Model").selectOption(model);
  await prepare();
  await editor.getByRole("button", { name: "Generate", exact: true }).click();
  const note = editor.getByText(/^(?:Saved as|All are saved)/);
  await note.waitFor({ timeout: 60_000 });
  const names = await editor.getByText(/harbour-edit[-\d]*\.png/).allTextContents();
  const [name = ""] = names.flatMap((text) => /harbour-edit[-\d]*\.png/.exec(text) ?? []);
  return { editor, name };
}

const back = (editor: Awaited<ReturnType<typeof findImageEditor>>) =>
  editor.getByRole("button", { name: "Try Again", exact: true }).click();
const withCommand = (model: string) => (hasImageMagick ? [model] : []);

test.each(["openai/gpt-image-1", "comfy/paint"])("a painted mask limits what %s changes", async (model) => {
  const { editor, name } = await run("Edit Image…", model, async () => {
    const shown = await findImageEditor(workbench.page);
    await paintRectangle(workbench.page, shown, width, [50, 25], [150, 75]);
    await shown.getByLabel("What should change?").fill("A red sail");
  });
  const { at } = await saved(name);
  expect([at(60, 30), at(140, 70), at(40, 30), at(160, 70), at(100, 10)]).toEqual([red, red, blue, blue, blue]);
  await back(editor);
  await editor.getByRole("button", { name: "Clear the Mask", exact: true }).click();
});

test.each(["openai/gpt-image-1", "webui/harbour", ...withCommand("magick/tinted")])(
  "four variations of %s with a strength are a grid, one of which is used for the next change",
  async (model) => {
    const { editor, name } = await run("Variations…", model);
    await workbench.screenshotInThemes(`image-engines-four-${model.split("/")[0]}`);
    expect(await editor.locator(".result-grid figure").count()).toBe(4);
    expect((await saved(name)).at(0, 0)).toEqual(model.startsWith("magick") ? halfRedOfMagick : halfRed);
    await editor.getByRole("button", { name: `Use This: ${name}`, exact: true }).click();
    await workbench.tab(`Edit ${name}`).waitFor();
    await workbench.runCommand("View: Close All Editors");
  },
);

test.each(["webui/harbour", "comfy/enlarge"])("%s makes a larger image, because it announces it", async (model) => {
  const larger = await run("Upscale…", model);
  const { width: wide, height: high, at } = await saved(larger.name);
  expect([wide, high, at(399, 199)]).toEqual([width * 2, height * 2, blue]);
  await back(larger.editor);
});

test.each(["openai/gpt-image-1", "router/lab/cutter"])("%s removes the background, because it announces it", async (model) => {
  const cut = await run("Remove Background…", model);
  expect((await saved(cut.name)).at(0, 0)[3]).toBe(0);
  await back(cut.editor);
});

/** Opens the form for a model, with the image as its reference. */
async function openForm(model: string) {
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("Generation Studio: Generate with Options…");
  const form = await findForm(workbench.page);
  await form.getByLabel("Model", { exact: true }).selectOption(model);
  await form.locator("#prompt-0").fill("red sail");
  await form.getByLabel("Address of an Image").fill(path.join(workbench.folder, "harbour.png"));
  await form.getByLabel("Address of an Image").press("Tab");
  return form;
}

/** The saved files that are not among those. */
async function imagesBeside(before: readonly string[]): Promise<string[]> {
  const folder = path.join(workbench.folder, "generated");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".png")).map((name) => path.join(folder, name));
  return names.filter((name) => !before.includes(name));
}

/** Paints the mask of a form. Returns the form, whose page was closed while it was hidden. */
async function paintInForm(form: Awaited<ReturnType<typeof openForm>>) {
  await form.getByRole("button", { name: "Paint…", exact: true }).click();
  const painter = await findImageEditor(workbench.page);
  await paintRectangle(workbench.page, painter, width, [50, 25], [150, 75]);
  await workbench.screenshotInThemes("image-engines-mask");
  await painter.getByRole("button", { name: "Use This Mask", exact: true }).click();
  const again = await findForm(workbench.page);
  await again.getByRole("button", { name: "Remove Mask", exact: true }).waitFor();
  return again;
}

/** Generates, and returns the file. */
async function generateIn(form: Awaited<ReturnType<typeof openForm>>) {
  const before = await imagesBeside([]);
  await form.getByRole("button", { name: "Generate", exact: true }).click();
  await expect.poll(async () => (await imagesBeside(before)).length, { timeout: 60_000 }).toBe(1);
  return saved(path.relative(workbench.folder, (await imagesBeside(before))[0] ?? ""));
}

test.each(["openai/gpt-image-1", ...withCommand("magick/masked")])(
  "a mask that is painted in the form limits what %s changes",
  async (model) => {
    const { at } = await generateIn(await paintInForm(await openForm(model)));
    expect([at(60, 30), at(140, 70), at(40, 30), at(160, 70), at(100, 10)]).toEqual([red, red, blue, blue, blue]);
  },
);

test.each([["webui/harbour", 3], ...withCommand("magick/enlarged").map((model) => [model, 4] as const)] as const)(
  "the factor that is chosen in the form is how far %s enlarges: %i",
  async (model, factor) => {
    const form = await openForm(model);
    await form.locator("#field-upscale").selectOption(String(factor));
    const { width: wide = 0, height: high = 0, at } = await generateIn(form);
    expect([wide, high, at(wide - 1, high - 1)]).toEqual([width * factor, height * factor, blue]);
  },
);

test("a mask is painted in the form, and sent with a style", async () => {
  const again = await paintInForm(await openForm("webui/harbour"));
  await again.getByLabel("Style").selectOption("poster");
  // The interface's own fields that this engine refuses are not offered.
  await again.getByText("Size", { exact: true }).waitFor();
  expect(await again.getByText(/^(?:Quality|Aspect Ratio|Background)$/).count()).toBe(0);
  await workbench.screenshotInThemes("image-engines-form");
  const { at } = await generateIn(again);
  const sent = engines.webui.requests.find(({ body }) => body.includes("A poster of red sail"));
  expect(sent?.json).toMatchObject({ prompt: "A poster of red sail", negative_prompt: "fog", mask: expect.any(String) });
  const mask = decodeImage(Buffer.from(String(sent?.json.mask).replace(/^data:[^,]*,/, ""), "base64"));
  const white = (x: number, y: number) => mask?.data[(y * width + x) * 4];
  expect([white(100, 50), white(10, 10)]).toEqual([255, 0]);
  expect([at(100, 50), at(10, 10)]).toEqual([red, blue]);
});

const given = { n: "2", seed: "7", negative_prompt: "rain", strength: "0.5", steps: "9", guidance: "3.5" };
const chosen = { background: "transparent", output_format: "png" };

/** The last request of an engine to a path, as text: a form's fields, or JSON. */
const lastTo = (engine: keyof typeof engines, part: string) =>
  String(engines[engine].requests.findLast(({ path: to }) => to.includes(part))?.body.toString("latin1"));

/** By model: the fields that its form has, and how they arrive. Those of other engines are in `test/providers`. */
const fieldTable: [model: string, fields: string, arrived: (files: readonly Buffer[]) => string, expected: RegExp[], count: number][] = [
  [
    "openai/gpt-image-1",
    "n seed negative_prompt strength steps guidance mask background output_format",
    () => lastTo("openai", "/images/edits"),
    ["n", "seed", "negative_prompt", "strength", "num_inference_steps", "guidance_scale", "background", "output_format"].map(
      (name, index) =>
        new RegExp(`name="${name}"\\r\\n\\r\\n${["2", "7", "rain, fog", "0.5", "9", "3.5", "transparent", "png"][index]}\\r\\n`),
    ),
    2,
  ],
  ...withCommand("magick/tinted").map((model): (typeof fieldTable)[number] => [
    model,
    "n seed negative_prompt strength steps guidance background output_format",
    (files) => files.map((bytes) => bytes.toString("latin1")).join("\n"),
    [/seed=7 steps=9 guidance=3\.5 not=rain, fog transparent png/, /seed=8 steps=9/],
    2,
  ]),
];

test.each(fieldTable)("each field that %s announces is in the form, and arrives: %s", async (model, fields, arrived, expected, count) => {
  const firstPixel = model.startsWith("openai") ? [0, 0, 255, 0] : model.startsWith("magick") ? halfRedOfMagick : halfRed;
  const before = await imagesBeside([]);
  const form = await openForm(model);
  const names = fields.split(" ");
  const isAvoiding = names.includes("negative_prompt");
  if (isAvoiding) await form.getByLabel("Style").selectOption("poster");
  for (const name of names) await form.locator(`#field-${name}`).waitFor();
  for (const [name, value] of Object.entries(given)) if (names.includes(name)) await form.locator(`#field-${name}`).fill(value);
  for (const [name, value] of Object.entries(chosen)) {
    if (names.includes(name)) await form.locator(`#field-${name}`).selectOption(value);
  }
  const shown = await form.locator("[id^=field-]").evaluateAll((all) => all.map(({ id }) => id.replace("field-", "")));
  const own = ["style", "size", "quality", "aspect_ratio"];
  expect(shown.filter((name) => !own.includes(name) && /^[a-z_]+$/.test(name)).toSorted()).toEqual(names.toSorted());
  await form.getByRole("button", { name: "Generate", exact: true }).click();
  await expect.poll(async () => (await imagesBeside(before)).length, { timeout: 60_000 }).toBe(count);
  const files = await Promise.all((await imagesBeside(before)).map((name) => readFile(name)));
  const text = arrived(files);
  for (const pattern of expected) expect(pattern.test(text), `${pattern}`).toBe(true);
  for (const bytes of files) {
    const raster = decodeImage(bytes);
    expect([...(raster?.data.subarray(0, 4) ?? [])]).toEqual(firstPixel);
    const { origin } = (await readFileMetadata(sourceOfBytes(bytes))) ?? {};
    const written = isAvoiding ? { prompt: "A poster of red sail", negative_prompt: "rain, fog" } : { prompt: "red sail" };
    expect(origin?.request).toMatchObject({ body: { model, seed: 7, ...written } });
  }
});

test.each([
  ["chat/gpt-5-mini", "/chat/completions"],
  ["program/sed", undefined],
])(
  "a better prompt is asked of %s once the instruction is accepted, and replaces the old one when its change is",
  async (model, sentTo) => {
    const { page } = workbench;
    const asked = () => engines.text.requests.filter(({ method }) => method === "POST").length;
    const before = asked();
    await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: "webui/harbour", text: model } });
    await workbench.runCommand("View: Close All Editors");
    await writeFile(path.join(workbench.folder, "sail.gen.md"), "---\nkind: image\n---\nA sail\n");
    await workbench.openFile("sail.gen.md");
    await workbench.setCursor(4, 1);
    await workbench.runCommand("Generation Studio: Improve Prompt…");
    const question = page.locator(".quick-input-widget", { hasText: "Improve Prompt: Instruction for the Model" });
    await expect.poll(() => question.textContent()).toContain(`${model} answers`);
    expect(await question.locator("input.input").inputValue()).not.toBe("");
    expect(asked()).toBe(before);
    await workbench.answerInput("Name the time of day", `${model} answers`);
    const diff = page.locator(".monaco-diff-editor");
    await diff.locator(".modified .view-line", { hasText: /red\ssail/ }).waitFor();
    expect(await readFile(path.join(workbench.folder, "sail.gen.md"), "utf8")).toContain("\nA sail\n");
    if (sentTo !== undefined) {
      const sent = engines.text.requests.findLast(({ method }) => method === "POST");
      expect(sent?.path).toContain(sentTo);
      expect(JSON.stringify(sent?.json)).toMatch(/You improve prompts.*Name the time of day.*A sail/s);
      expect(asked()).toBe(before + 1);
    }
    await workbench.screenshotInThemes(`improve-prompt-${model.split("/")[0]}`);
    await diff.locator(".modified .codelens-decoration a", { hasText: "Accept" }).click();
    await diff.waitFor({ state: "hidden" });
    await expect.poll(() => readFile(path.join(workbench.folder, "sail.gen.md"), "utf8")).toContain("\nA red sail at dusk");
  },
);

test("an action that a model announced is offered in a new window, before models are listed again", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.reload();
  await workbench.explorerRow("harbour.png").dblclick();
  await workbench.tab(/^harbour\.png/).waitFor();
  await workbench.runCommand("Generation Studio: Upscale…");
  const { name } = await runOpened("comfy/enlarge");
  expect((await saved(name)).width).toBe(width * 2);
});
