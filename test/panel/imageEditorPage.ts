/** Opens the page of the image editor. The test plays the host. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import { type Edit, type EditingModel, type Ended, imageEditorProtocol, type Painted } from "../../src/imageEditor/imageEditorProtocol.ts";
import { type ImageEditorTextName, imageEditorTexts } from "../../src/imageEditor/imageEditorTexts.ts";
import type { Mask } from "../../src/imageEditor/mask/mask.ts";
import { readRuns } from "../../src/imageEditor/mask/maskRuns.ts";
import { type CallPage, openCallPage } from "./callPage.ts";
import type { PanelPageOptions } from "./documentPage.ts";

export interface ImageEditorPage extends CallPage<typeof imageEditorProtocol> {
  say(name: ImageEditorTextName, ...values: MessageValue[]): string;
}

export interface ImageEditorOptions extends PanelPageOptions {
  models?: readonly EditingModel[];
  /** Pixels. */
  size?: { width: number; height: number };
  /** What an earlier page has painted. */
  painted?: Painted;
  /** Replaces the image. */
  nothing?: "gone" | "restricted";
}

export const editedTarget = "file:///harbour.png";
export const editedAddress = "http://panel.test/images/harbour.png";
export const resultOf = (number: number) => ({
  name: `harbour-edit-${number}.png`,
  address: `http://panel.test/images/${number}.png`,
  canReplace: true,
});
export const usualModels: readonly EditingModel[] = [
  {
    id: "openai/gpt-image",
    name: "gpt-image",
    facts: "",
    group: "openai",
    takesMask: true,
    upscale: [],
    isTransparent: true,
    onlyUpscales: false,
  },
  {
    id: "google/banana",
    name: "banana",
    facts: "",
    group: "google",
    takesMask: false,
    upscale: [],
    isTransparent: false,
    onlyUpscales: false,
  },
  {
    id: "automatic/dream",
    name: "dream",
    facts: "",
    group: "automatic",
    takesMask: true,
    strength: { minimum: 0, maximum: 1 },
    upscale: ["2", "4"],
    isTransparent: false,
    onlyUpscales: false,
  },
];

/** Resolves if the page has violated no rule of its content security policy and thrown no error. */
export async function editWhile(
  browser: Browser,
  options: ImageEditorOptions,
  use: (panel: ImageEditorPage) => Promise<void>,
): Promise<void> {
  const { models = usualModels, size = { width: 400, height: 200 }, painted, nothing, language = "en", texts } = options;
  const opened = await openCallPage(browser, "imageEditor", imageEditorProtocol, {}, { location: "editor", width: 1000, ...options });
  const panel = Object.assign(opened, {
    say: (name: ImageEditorTextName, ...values: MessageValue[]) => formatMessage(texts?.[name] ?? imageEditorTexts[name], values, language),
  });
  try {
    if (nothing !== undefined) await opened.post({ type: "nothing", because: nothing });
    else {
      const image = { type: "image", target: editedTarget, name: "harbour.png", address: editedAddress, ...size } as const;
      await opened.post({ ...image, ...(painted && { painted }) });
      await opened.post({ type: "models", models: [...models], ...(models[0] === undefined ? {} : { chosen: models[0].id }) });
      await opened.page.locator(".stage > img").waitFor();
      // The models change the layout, and so the location of the image.
      if (models.length > 0) await opened.page.getByLabel(panel.say("model")).waitFor();
    }
    await use(panel);
    expect(panel.violations).toEqual([]);
    expect(panel.strangeRequests).toEqual([]);
  } finally {
    await opened.close();
  }
}

/** Only a mask of the image is asked for. */
export async function askForMask({ page, post, say }: ImageEditorPage): Promise<void> {
  const size = { width: 400, height: 200 };
  await post({ type: "image", target: editedTarget, name: "harbour.png", address: editedAddress, ...size, isOnlyMasked: true });
  await page.getByRole("button", { name: say("useMask"), exact: true }).waitFor();
}

/** The mask of a request, as the host reads it. */
export function maskOf({ mask }: Pick<Edit, "mask">, width: number, height: number): Mask | undefined {
  return mask === undefined ? undefined : readRuns(mask, width, height);
}

/** A point of the image in the page, in pixels of the image. */
export async function pointAt({ page }: ImageEditorPage, x: number, y: number, width = 400): Promise<{ x: number; y: number }> {
  const box = await page.locator(".stage > img").boundingBox();
  if (box === null) throw new Error("The image is not shown");
  const scale = box.width / width;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

export const button = ({ page }: ImageEditorPage, name: string) => page.getByRole("button", { name, exact: true });
export const stage = ({ page }: ImageEditorPage) => page.getByRole("application");

export async function drag(panel: ImageEditorPage, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await pointAt(panel, ...from), await pointAt(panel, ...to)];
  await panel.page.mouse.move(start.x, start.y);
  await panel.page.mouse.down();
  await panel.page.mouse.move(end.x, end.y, { steps: 6 });
  await panel.page.mouse.up();
}

/** Presses *Generate*, and the request ends with this. */
export async function generateWith(panel: ImageEditorPage, ended: Ended): Promise<void> {
  panel.host.generate = () => ended;
  await panel.page.getByLabel(panel.say("prompt")).fill("a red boat");
  await button(panel, panel.say("generate")).click();
}

/** Presses *Generate* and returns the mask at each of the points; undefined: none was sent. */
export async function sentMask(panel: ImageEditorPage, points: readonly [number, number][], size = { width: 400, height: 200 }) {
  await panel.page.getByLabel(panel.say("prompt")).fill("a red boat");
  panel.sent.length = 0;
  await button(panel, panel.say("generate")).click();
  const message = await panel.waitFor("generate");
  const mask = maskOf(message, size.width, size.height);
  return mask && points.map(([x, y]) => mask.data[y * size.width + x]);
}
