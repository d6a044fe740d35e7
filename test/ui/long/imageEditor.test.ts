/**
 * The image editor, and each action on images and each added field with an engine or a command: chosen in the workbench, recorded where it
 * arrives, and decoded from the saved file. What every engine makes of them is in `test/providers`.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { readFileMetadata } from "../../../src/media/metadata/readFileMetadata.ts";
import type { Engine } from "../../providers/engineServer.ts";
import { comfyWorkflows, openComfy, openOpenaiPainter, openRouterPainter, openWebUi } from "../../providers/paintingEngines.ts";
import { openTextEngine } from "../../providers/textEngines.ts";
import { capabilities, magick } from "../workbench/describedPainters.ts";
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
      "quay.png": encodePng({ width, height, channels: 3, data }),
      "sail.gen.md": "---\nkind: image\n---\nA sail\n",
      ".generation-studio/styles/poster.md": "---\nnegative_prompt: fog\n---\nA poster of {{prompt}}\n",
    },
    settings: {
      "generationStudio.providers": {
        openai: { ...compatible, baseURL: `${openai.url}/v1`, models: { "gpt-image-2": { kinds: ["image"], capabilities } } },
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
  const raster = await decodeImage(await readFile(path.join(workbench.folder, name)));
  const at = (x: number, y: number) => [...(raster?.data.subarray((y * (raster?.width ?? 0) + x) * 4).subarray(0, 4) ?? [])];
  return { width: raster?.width, height: raster?.height, at };
}

const shownEditor = () => findImageEditor(workbench.page);

/** Generates with the opened editor, and returns the first file. */
async function generateWith(model: string) {
  const editor = await shownEditor();
  await editor.getByLabel("Model").selectOption(model);
  await editor.getByRole("button", { name: "Generate", exact: true }).click();
  const note = editor.getByText(/^(?:Saved as|All are saved)/);
  await note.waitFor();
  const names = await editor.getByText(/\w-edit[-\d]*\.png/).allTextContents();
  const [name = ""] = names.flatMap((text) => /\w+-edit[-\d]*\.png/.exec(text) ?? []);
  return { editor, name };
}

const withCommand = (model: string) => (hasImageMagick ? [model] : []);

test("a painted rectangle limits the change, whose result is used for the next one, and a model that takes no mask says so", async () => {
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Edit Image…");
  await workbench.tab("Edit harbour.png").waitFor();
  const editor = await shownEditor();
  await paintRectangle(workbench.page, editor, width, [50, 25], [150, 75]);
  await editor.getByLabel("Model").selectOption("router/lab/cutter");
  await editor.getByText("router/lab/cutter takes no mask.").waitFor();
  await editor.getByLabel("Model").selectOption("comfy/paint");
  await editor.getByText("Only the painted part is to change.").waitFor();
  await editor.getByLabel("What should change?").fill("A red sail");
  await workbench.screenshotInThemes("image-editor");
  const { name } = await generateWith("comfy/paint");
  await editor.getByRole("slider", { name: "Edge" }).waitFor();
  await workbench.screenshotInThemes("image-editor-result");
  const { at, ...size } = await saved(name);
  expect(size).toEqual({ width, height });
  expect([at(60, 30), at(140, 70), at(40, 30), at(160, 70), at(100, 10)]).toEqual([red, red, blue, blue, blue]);
  await editor.getByRole("button", { name: "Edit This Result", exact: true }).click();
  await workbench.tab(`Edit ${name}`).waitFor();
  // The mask belongs to the image before.
  await (await shownEditor()).getByText(/^Nothing is painted/).waitFor();
  await workbench.runCommand("View: Close All Editors");
});

test("four variations with a strength are a grid, one of which is used for the next change", async () => {
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Edit Image…");
  await (await shownEditor()).getByLabel("What to Do").selectOption({ label: "Variations" });
  const { editor, name } = await generateWith("openai/gpt-image-2");
  await workbench.screenshotInThemes("image-editor-four");
  expect(await editor.locator(".result-grid figure").count()).toBe(4);
  expect((await saved(name)).at(0, 0)).toEqual(halfRed);
  await editor.getByRole("button", { name: `Edit This Result: ${name}`, exact: true }).click();
  await workbench.tab(`Edit ${name}`).waitFor();
  await workbench.runCommand("View: Close All Editors");
});

test("a larger image is made by a model that announces it, of which one that only enlarges is the first", async () => {
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Upscale…");
  await expect.poll(async () => (await shownEditor()).getByLabel("Model").inputValue()).toBe("comfy/enlarge");
  const { editor, name } = await generateWith("webui/harbour");
  const { width: wide, height: high, at } = await saved(name);
  expect([wide, high, at(399, 199)]).toEqual([width * 2, height * 2, blue]);
  const original = await readFile(path.join(workbench.folder, "harbour.png"));
  await editor.getByRole("button", { name: "Replace harbour.png", exact: true }).click();
  // The server's file system has no trash.
  await workbench.pressDialogButton("Delete Permanently");
  await editor.getByText("harbour.png is replaced.").waitFor();
  expect((await saved("harbour.png")).width).toBe(width * 2);
  expect((await readdir(workbench.folder)).includes(name)).toBe(false);
  await editor.getByRole("button", { name: "Done", exact: true }).click();
  await expect.poll(() => workbench.tab("Edit harbour.png").count()).toBe(0);
  await writeFile(path.join(workbench.folder, "harbour.png"), original);
});

test("a background is removed by a model that announces it", async () => {
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Remove Background…");
  const { editor, name } = await generateWith("router/lab/cutter");
  expect((await saved(name)).at(0, 0)[3]).toBe(0);
  await editor.getByRole("button", { name: "Discard", exact: true }).click();
  await workbench.pressDialogButton("Delete Permanently");
  await editor.getByText(`${name} is discarded.`).waitFor();
  expect((await readdir(workbench.folder)).includes(name)).toBe(false);
});

test("a background is removed from a result of the library too", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("Generation Studio: Open Library");
  const cells = () =>
    workbench.page
      .frames()
      .map((frame) => frame.locator(".library .cell[data-vscode-context]", { hasText: "A variation of this image" }).first());
  const counts = () => Promise.all(cells().map((cell) => cell.count().catch(() => 0)));
  await expect.poll(async () => (await counts()).includes(1)).toBe(true);
  const cell = cells()[(await counts()).indexOf(1)];
  if (cell === undefined) throw new Error("The library was closed.");
  await workbench.chooseFromWebviewMenu(cell, "Remove Background…");
  await workbench.tab(/^Edit /).waitFor();
  await workbench.runCommand("View: Close All Editors");
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
  await expect.poll(async () => (await imagesBeside(before)).length).toBe(1);
  return saved(path.relative(workbench.folder, (await imagesBeside(before))[0] ?? ""));
}

test("the factor that is chosen in the form is how far the image is enlarged", async () => {
  const [model, factor] = hasImageMagick ? ["magick/enlarged", 4] : ["webui/harbour", 3];
  const form = await openForm(model);
  await form.locator("#field-upscale").selectOption(String(factor));
  const { width: wide = 0, height: high = 0, at } = await generateIn(form);
  expect([wide, high, at(wide - 1, high - 1)]).toEqual([width * factor, height * factor, blue]);
});

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
  const mask = await decodeImage(Buffer.from(String(sent?.json.mask).replace(/^data:[^,]*,/, ""), "base64"));
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
    "openai/gpt-image-2",
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
  await expect.poll(async () => (await imagesBeside(before)).length).toBe(count);
  const files = await Promise.all((await imagesBeside(before)).map((name) => readFile(name)));
  const text = arrived(files);
  for (const pattern of expected) expect(pattern.test(text), `${pattern}`).toBe(true);
  for (const bytes of files) {
    const raster = await decodeImage(bytes);
    expect([...(raster?.data.subarray(0, 4) ?? [])]).toEqual(firstPixel);
    const { origin } = (await readFileMetadata(sourceOfBytes(bytes))) ?? {};
    const written = isAvoiding ? { prompt: "A poster of red sail", negative_prompt: "rain, fog" } : { prompt: "red sail" };
    expect(origin?.request).toMatchObject({ body: { model, seed: 7, ...written } });
  }
});

const improving: [model: string, sentTo: string | undefined, choose: () => Promise<void>][] = [
  ["chat/gpt-5-mini", "/chat/completions", () => workbench.chooseFromContextMenu("Improve Prompt…")],
  ["program/sed", undefined, () => workbench.chooseFromEditorMenu("Improve Prompt…")],
];

test.each(improving)(
  "a better prompt is asked of %s once the instruction is accepted, and replaces the old one when its change is",
  async (model, sentTo, choose) => {
    const { page } = workbench;
    const asked = () => engines.text.requests.filter(({ method }) => method === "POST").length;
    const before = asked();
    await workbench.changeWorkspaceSettings({ "generationStudio.defaultModels": { image: "webui/harbour", text: model } });
    await workbench.runCommand("View: Close All Editors");
    await writeFile(path.join(workbench.folder, "sail.gen.md"), "---\nkind: image\n---\nA sail\n");
    await workbench.openFile("sail.gen.md");
    await workbench.setCursor(4, 1);
    await choose();
    const question = page.locator(".quick-input-widget", { hasText: "Improve Prompt: Instruction for the Model" });
    await expect.poll(() => question.textContent()).toContain(`${model} answers`);
    // The last instruction is suggested the next time.
    const suggested = /^(?:Make this prompt more specific: subject|Name the time of day$)/;
    expect(await question.locator("input.input").inputValue()).toMatch(suggested);
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

test("opens from the preview of an image and from the Command Palette", async () => {
  const edited = workbench.tab("Edit harbour.png");
  await workbench.runCommand("View: Close All Editors");
  await workbench.explorerRow("harbour.png").dblclick();
  await workbench.tab(/^harbour\.png/).waitFor();
  await workbench.pressEditorAction("Edit Image…");
  await edited.waitFor();
  await workbench.runCommand("View: Close Editor");
  await edited.waitFor({ state: "detached" });
  await workbench.runCommand("Generation Studio: Edit Image…");
  await edited.waitFor();
});

test("after a reload, an action that a model announced is offered before models are listed again, and what was painted is kept for an image of that size", async () => {
  const isPainted = async () => (await shownEditor()).getByText("Only the painted part is to change.").waitFor();
  const editor = await shownEditor();
  await editor.getByLabel("Model").selectOption("comfy/paint");
  const clear = editor.getByRole("button", { name: "Clear the Mask", exact: true });
  if (await clear.isEnabled()) await clear.click();
  await paintRectangle(workbench.page, editor, width, [50, 25], [150, 75]);
  await isPainted();
  const paintings = async () =>
    (await readdir(path.join(workbench.folder, ".."), { recursive: true })).filter((name) =>
      name.includes(`${path.sep}paintings${path.sep}`),
    );
  await expect.poll(paintings).not.toEqual([]);
  await workbench.runCommand("View: Close All Editors");
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Edit Image…");
  await isPainted();
  await workbench.explorerRow("quay.png").dblclick();
  await workbench.tab(/^quay\.png/).waitFor();
  await workbench.reload();
  await workbench.runCommand("Generation Studio: Upscale…");
  await workbench.tab("Edit quay.png").waitFor();
  const { name } = await generateWith("comfy/enlarge");
  expect((await saved(name)).width).toBe(width * 2);
  // A tab is restored when it is shown.
  await workbench.tab("Edit harbour.png").click();
  await isPainted();
  await workbench.screenshotInThemes("image-editor-reloaded");
  const replaced = { width: width * 2, height, channels: 3, data: new Uint8Array(width * 2 * height * 3).fill(200) } as const;
  await writeFile(path.join(workbench.folder, "harbour.png"), encodePng(replaced));
  await (await shownEditor()).getByRole("application", { name: `${width * 2} × ${height} pixels` }).waitFor();
  await (await shownEditor()).getByText(/^Nothing is painted/).waitFor();
  await workbench.screenshot("image-editor-replaced");
});
