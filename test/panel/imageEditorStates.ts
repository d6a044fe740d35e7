/** The states of the image editor that are checked in each theme, width and language. */

import {
  askForMask,
  generateWith,
  type ImageEditorOptions,
  type ImageEditorPage,
  pointAt,
  resultOf,
  usualModels,
} from "./imageEditorPage.ts";
import { preview } from "./taskStates.ts";

export interface ImageEditorState extends ImageEditorOptions {
  name: string;
  enter?(panel: ImageEditorPage): Promise<unknown>;
}

async function paint(panel: ImageEditorPage): Promise<void> {
  const from = await pointAt(panel, 100, 60);
  const to = await pointAt(panel, 300, 140);
  await panel.page.mouse.move(from.x, from.y);
  await panel.page.mouse.down();
  await panel.page.mouse.move(to.x, to.y, { steps: 8 });
  await panel.page.mouse.up();
  await panel.page.getByLabel(panel.say("prompt")).fill("A red lighthouse on the pier");
}

const ended = (count: number) => (panel: ImageEditorPage) =>
  generateWith(panel, { results: Array.from({ length: count }, (_, index) => resultOf(index + 1)) });

export const imageEditorStates: readonly ImageEditorState[] = [
  { name: "imageEditor", enter: paint },
  { name: "imageEditorWholeImage", models: usualModels.slice(1, 2), enter: paint },
  { name: "imageEditorNoModels", models: [] },
  {
    name: "imageEditorExtended",
    async enter(panel) {
      await panel.page.getByText(panel.say("extend"), { exact: true }).click();
      await panel.page.getByLabel(panel.say("extendRight")).fill("25 %");
      await panel.page.getByLabel(panel.say("extendBottom")).fill("wide");
      await panel.page.getByLabel(panel.say("extendLeft")).focus();
    },
  },
  { name: "imageEditorVariations", models: usualModels.slice(2), enter: (panel) => panel.post({ type: "purpose", purpose: "variations" }) },
  { name: "imageEditorUpscale", enter: (panel) => panel.post({ type: "purpose", purpose: "upscale" }) },
  {
    name: "imageEditorRunning",
    enter: (panel) => panel.post({ type: "running", note: panel.say("running"), progress: { percent: 40, preview } }),
  },
  { name: "imageEditorFailed", enter: (panel) => generateWith(panel, { results: [], error: "The service is busy." }) },
  { name: "imageEditorResult", enter: ended(1) },
  { name: "imageEditorResults", enter: ended(4) },
  {
    name: "imageEditorMaskOnly",
    async enter(panel) {
      await askForMask(panel);
      await panel.page.getByRole("button", { name: panel.say("invert"), exact: true }).click();
    },
  },
  { name: "imageEditorGone", nothing: "gone" },
  { name: "imageEditorRestricted", nothing: "restricted" },
];
