/** The actions on images with the servers of two interfaces that really edit pixels, decoded from the saved files. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeImage } from "../../../src/images/decodeImage.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { openOpenaiPainter, openWebUi, type PaintingEngine } from "../../providers/paintingEngines.ts";
import { findForm } from "../workbench/findForm.ts";
import { findImageEditor, paintRectangle } from "../workbench/imageEditorFrame.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const [width, height] = [200, 100];
const [red, blue] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
];
const data = new Uint8Array(width * height * 3).map((_, index) => (index % 3 === 2 ? 255 : 0));

/** What this address does not report itself. */
const capabilities = { image: 1, mask: true, background: ["transparent"] };

let openai: PaintingEngine;
let webui: PaintingEngine;
let workbench: Workbench;
beforeAll(async () => {
  [openai, webui] = await Promise.all([openOpenaiPainter(), openWebUi()]);
  workbench = await openWorkbench({
    files: {
      "harbour.png": encodePng({ width, height, channels: 3, data }),
      ".generation-studio/styles/poster.md": "---\nnegative_prompt: fog\n---\nA poster of {{prompt}}\n",
    },
    settings: {
      "generationStudio.providers": {
        openai: { type: "openai-compatible", baseURL: `${openai.url}/v1`, models: { "gpt-image-1": { kinds: ["image"], capabilities } } },
        webui: { type: "openai-compatible", engine: "automatic1111", baseURL: `${webui.url}/sdapi/v1` },
      },
      "generationStudio.defaultModels": { image: "webui/harbour" },
    },
  });
});
afterAll(async () => {
  await workbench?.close();
  openai?.close();
  webui?.close();
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

test.each(["openai/gpt-image-1", "webui/harbour"])("a painted mask limits what %s changes", async (model) => {
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

test("four variations with a strength are a grid, one of which is used for the next change", async () => {
  const { editor, name } = await run("Variations…", "webui/harbour");
  await workbench.screenshotInThemes("image-engines-four");
  expect(await editor.locator(".result-grid figure").count()).toBe(4);
  expect((await saved(name)).at(0, 0)).toEqual([128, 0, 128, 255]);
  await editor.getByRole("button", { name: `Use This: ${name}`, exact: true }).click();
  await workbench.tab(`Edit ${name}`).waitFor();
  await workbench.runCommand("View: Close All Editors");
});

test("a larger image, and one without background, are made by the model that announces it", async () => {
  const larger = await run("Upscale…", "webui/harbour");
  const { width: wide, height: high, at } = await saved(larger.name);
  expect([wide, high, at(399, 199)]).toEqual([width * 2, height * 2, blue]);
  await back(larger.editor);
  const cut = await run("Remove Background…", "openai/gpt-image-1");
  expect((await saved(cut.name)).at(0, 0)[3]).toBe(0);
  await workbench.runCommand("View: Close All Editors");
});

test("a mask is painted in the form, and sent with a style", async () => {
  await workbench.runCommand("Generation Studio: Generate with Options…");
  const form = await findForm(workbench.page);
  await form.locator("#prompt-0").fill("red sail");
  await form.getByLabel("Address of an Image").fill(path.join(workbench.folder, "harbour.png"));
  await form.getByLabel("Address of an Image").press("Tab");
  await form.getByRole("button", { name: "Paint…", exact: true }).click();
  const painter = await findImageEditor(workbench.page);
  await paintRectangle(workbench.page, painter, width, [50, 25], [150, 75]);
  await workbench.screenshotInThemes("image-engines-mask");
  await painter.getByRole("button", { name: "Use This Mask", exact: true }).click();
  // The page of the form was closed while it was hidden.
  const again = await findForm(workbench.page);
  await again.getByRole("button", { name: "Remove Mask", exact: true }).waitFor();
  await again.getByLabel("Style").selectOption("poster");
  await workbench.screenshotInThemes("image-engines-form");
  await again.getByRole("button", { name: "Generate", exact: true }).click();
  await expect.poll(() => webui.requests.some(({ body }) => body.includes("A poster of red sail")), { timeout: 60_000 }).toBe(true);
  const sent = webui.requests.find(({ body }) => body.includes("A poster of red sail"));
  expect(sent?.json).toMatchObject({ prompt: "A poster of red sail", negative_prompt: "fog", mask: expect.any(String) });
  const mask = decodeImage(Buffer.from(String(sent?.json.mask).replace(/^data:[^,]*,/, ""), "base64"));
  const white = (x: number, y: number) => mask?.data[(y * width + x) * 4];
  expect([white(100, 50), white(10, 10)]).toEqual([255, 0]);
});
