/** Paints in the page of the image editor, and measures the frames. */
import type { Page } from "playwright-core";

export interface PaintedFrames {
  /** Milliseconds of each frame, from its begin until it is drawn. */
  milliseconds: number[];
}

/** Moves the pointer over the image in circles, one move for each frame, and ends a stroke after each circle. */
export async function paintInCircles(page: Page, frames: number): Promise<PaintedFrames> {
  const box = await page.locator(".stage > img").boundingBox();
  if (box === null) throw new Error("The image is not shown.");
  const circle = { x: box.x + box.width / 2, y: box.y + box.height / 2, reach: Math.min(box.width, box.height) / 2 };
  const framesPerCircle = 90;
  const milliseconds: number[] = [];
  for (let begun = 0; begun < frames; begun += framesPerCircle) {
    const reach = circle.reach * (0.2 + (0.7 * begun) / frames);
    // A real press, because the page captures the pointer.
    await page.mouse.move(circle.x + reach, circle.y);
    await page.mouse.down();
    milliseconds.push(...(await page.evaluate(moveInCircle, { ...circle, reach, frames: framesPerCircle })));
    await page.mouse.up();
  }
  return { milliseconds };
}

interface Circle {
  x: number;
  y: number;
  reach: number;
  frames: number;
}

/** Runs in the page. */
async function moveInCircle({ x, y, reach, frames }: Circle): Promise<number[]> {
  const target = document.elementFromPoint(x, y);
  const times: number[] = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame((begin) => {
        const angle = (frame / frames) * 2 * Math.PI;
        const moved = { clientX: x + Math.cos(angle) * reach, clientY: y + Math.sin(angle) * reach };
        target?.dispatchEvent(new PointerEvent("pointermove", { ...moved, bubbles: true, pointerId: 1, pointerType: "mouse", buttons: 1 }));
        // The first task after the frame was drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          times.push(performance.now() - begin);
          resolve();
        };
        port2.postMessage(undefined);
      });
    });
  }
  return times;
}
