/** The image editor: a painted mask limits what ImageMagick changes, and each way to open it. */
import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeImage } from "../../../src/images/decodeImage.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { findImageEditor, paintRectangle } from "../workbench/imageEditorFrame.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const hasImageMagick = spawnSync("convert", ["-version"]).status === 0;
const [width, height] = [400, 200];
const blue = new Uint8Array(width * height * 3).map((_, index) => (index % 3 === 2 ? 255 : 0));
/** Paints everything red that is transparent in the mask. */
const paintRed = ["(", "+clone", "-fill", "red", "-colorize", "100", ")", "(", "{mask}", "-alpha", "extract", "-negate", ")", "-composite"];
const models = {
  red: { kinds: ["image"], run: ["convert", "{image}", ...paintRed, "{output}"], output: { format: "png" } },
  enlarged: {
    kinds: ["image"],
    run: ["convert", "{image}", "-scale", "{upscale}00%", "{output}"],
    output: { format: "png" },
    capabilities: { upscale: ["2", "3"] },
  },
  cut: {
    kinds: ["image"],
    run: ["convert", "{image}", "-{background}", "blue", "{output}"],
    output: { format: "png" },
    capabilities: { background: ["transparent"] },
  },
  flipped: { kinds: ["image"], run: ["convert", "{image}", "-flip", "{output}"], output: { format: "png" } },
};

let workbench: Workbench;
beforeAll(async () => {
  workbench = await openWorkbench({
    files: { "harbour.png": encodePng({ width, height, channels: 3, data: blue }) },
    settings: {
      "generationStudio.providers": { magick: { type: "command", models } },
      "generationStudio.defaultModels": { image: "magick/red" },
    },
  });
});
afterAll(() => workbench?.close());

const shownEditor = () => findImageEditor(workbench.page);

test.skipIf(!hasImageMagick)("a painted rectangle limits the change, and the result is used for the next one", async () => {
  const { page } = workbench;
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Edit Image…");
  await workbench.tab("Edit harbour.png").waitFor();
  const editor = await shownEditor();
  await paintRectangle(page, editor, width, [100, 50], [300, 150]);
  await editor.getByLabel("Model").selectOption("magick/flipped");
  await editor.getByText("magick/flipped takes no mask.").waitFor();
  await editor.getByLabel("Model").selectOption("magick/red");
  await editor.getByText("Only the painted part is to change.").waitFor();
  await editor.getByLabel("What should change?").fill("A red sail");
  await workbench.screenshotInThemes("image-editor");
  await editor.getByRole("button", { name: "Generate", exact: true }).click();
  await editor.getByText("Saved as harbour-edit.png.").waitFor({ timeout: 60_000 });
  await editor.getByRole("slider", { name: "Edge" }).waitFor();
  await workbench.screenshotInThemes("image-editor-result");
  const pixels = decodeImage(await readFile(path.join(workbench.folder, "harbour-edit.png")));
  const at = (x: number, y: number) => [...(pixels?.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3) ?? [])];
  expect([pixels?.width, pixels?.height]).toEqual([width, height]);
  expect([at(110, 60), at(290, 140), at(200, 100)]).toEqual([
    [255, 0, 0],
    [255, 0, 0],
    [255, 0, 0],
  ]);
  expect([at(90, 60), at(310, 140), at(200, 40), at(200, 160)]).toEqual([
    [0, 0, 255],
    [0, 0, 255],
    [0, 0, 255],
    [0, 0, 255],
  ]);
  await editor.getByRole("button", { name: "Use This", exact: true }).click();
  await workbench.tab("Edit harbour-edit.png").waitFor();
  const next = await shownEditor();
  // The mask belongs to the image before.
  await next.getByText(/^Nothing is painted/).waitFor();
  await next.getByLabel("What should change?").fill("Upside down");
  await next.getByLabel("Model").selectOption("magick/flipped");
  await next.getByLabel("How Many").selectOption("4");
  await next.getByRole("button", { name: "Generate", exact: true }).click();
  await next.getByText("4 results").waitFor({ timeout: 60_000 });
  await workbench.screenshot("image-editor-four");
  const files = await readdir(workbench.folder);
  expect(files.filter((name) => name.endsWith(".png")).toSorted()).toEqual([
    "harbour-edit-2.png",
    "harbour-edit-3.png",
    "harbour-edit-4.png",
    "harbour-edit-5.png",
    "harbour-edit.png",
    "harbour.png",
  ]);
});

test.skipIf(!hasImageMagick)("variations, a larger image and one without background are made where a model announces it", async () => {
  const decode = async (name: string) => decodeImage(await readFile(path.join(workbench.folder, name)));
  const generate = async () => {
    const editor = await shownEditor();
    await editor.getByRole("button", { name: "Generate", exact: true }).click();
    await editor.getByText(/^Saved as/).waitFor({ timeout: 60_000 });
    const saved = (await editor.getByText(/^Saved as/).textContent()) ?? "";
    await editor.getByRole("button", { name: "Try Again", exact: true }).click();
    return decode(/harbour-edit[-\d]*\.png/.exec(saved)?.[0] ?? "");
  };
  await workbench.runCommand("View: Close All Editors");
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Upscale…");
  await (await shownEditor()).getByLabel("Enlarge by").selectOption("3");
  expect(await generate()).toMatchObject({ width: width * 3, height: height * 3 });
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Remove Background…");
  await (await shownEditor()).getByLabel("Enlarge by").waitFor({ state: "detached" });
  await (await shownEditor()).getByLabel("What should change?").waitFor();
  expect((await generate())?.data[3]).toBe(0);
  await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Variations…");
  const count = (await shownEditor()).getByLabel("How Many");
  await expect.poll(() => count.inputValue()).toBe("4");
});

test("what is painted survives a closed tab and a reload, and an image of another size in the same file has no mask", async () => {
  const { page } = workbench;
  const open = async () => {
    await workbench.chooseFromExplorer("harbour.png", "Generation Studio", "Edit Image…");
    return shownEditor();
  };
  const isPainted = async () => (await shownEditor()).getByText("Only the painted part is to change.").waitFor();
  await workbench.runCommand("View: Close All Editors");
  const editor = await open();
  await editor.getByLabel("Model").selectOption("magick/red");
  const clear = editor.getByRole("button", { name: "Clear the Mask", exact: true });
  if (await clear.isEnabled()) await clear.click();
  await paintRectangle(page, editor, width, [100, 50], [300, 150]);
  await isPainted();
  const kept = path.join(workbench.folder, "..");
  const paintings = async () =>
    (await readdir(kept, { recursive: true })).filter((name) => name.includes(`${path.sep}paintings${path.sep}`));
  await expect.poll(paintings).not.toEqual([]);
  await workbench.runCommand("View: Close All Editors");
  await open();
  await isPainted();
  await workbench.reload();
  await isPainted();
  await workbench.screenshotInThemes("image-editor-reloaded");
  const replaced = { width: width * 2, height, channels: 3, data: new Uint8Array(width * 2 * height * 3).fill(200) } as const;
  await writeFile(path.join(workbench.folder, "harbour.png"), encodePng(replaced));
  await (await shownEditor()).getByRole("application", { name: `${width * 2} × ${height} pixels` }).waitFor();
  await (await shownEditor()).getByText(/^Nothing is painted/).waitFor();
  await workbench.screenshot("image-editor-replaced");
  await writeFile(path.join(workbench.folder, "harbour.png"), encodePng({ width, height, channels: 3, data: blue }));
});

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
