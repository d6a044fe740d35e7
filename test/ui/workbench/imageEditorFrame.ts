/** The image editor's page in the workbench. */
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/** The page that is shown last. */
export async function findImageEditor(page: Page): Promise<Frame> {
  const found = async () => {
    const stages = page.frames().map((frame) => ({ frame, stage: frame.locator(".stage > img") }));
    const areShown = await Promise.all(stages.map(({ stage }) => stage.isVisible().catch(() => false)));
    return stages[areShown.lastIndexOf(true)]?.frame;
  };
  await expect.poll(found).toBeDefined();
  const frame = await found();
  if (frame === undefined) throw new Error("The image editor was closed.");
  return frame;
}

/** Paints a rectangle, in pixels of an image that is `width` wide. */
export async function paintRectangle(
  page: Page,
  editor: Frame,
  width: number,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  await editor.getByRole("button", { name: "Rectangle", exact: true }).click();
  const box = await editor.locator(".stage > img").boundingBox();
  if (box === null) throw new Error("The image is not shown.");
  const scale = box.width / width;
  await page.mouse.move(box.x + from[0] * scale, box.y + from[1] * scale);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0] * scale, box.y + to[1] * scale, { steps: 5 });
  await page.mouse.up();
}
