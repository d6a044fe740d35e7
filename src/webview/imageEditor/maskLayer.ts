/** Draws the mask on a canvas of the screen's size, only where it has changed, once per frame. */
import { type Area, isEmpty, noArea, uniteAreas } from "../../imageEditor/mask/area.ts";
import { type Colour, drawMask, type Placement, screenArea } from "../../imageEditor/mask/drawMask.ts";
import type { MaskPainting } from "./maskPainting.ts";

/** Seen on most images, and distinct from the selection's colours. */
const colour: Colour = { red: 255, green: 40, blue: 120, alpha: 140 };

export class MaskLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #painting: MaskPainting;
  /** In pixels of the screen. */
  #placement: Placement = { x: 0, y: 0, scale: 1 };
  #changed: Area = noArea;
  #frame: number | undefined;

  constructor(canvas: HTMLCanvasElement, painting: MaskPainting) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.#painting = painting;
  }

  /** `size` and `placement` in CSS pixels. */
  fit(size: { width: number; height: number }, { x, y, scale }: Placement): void {
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.max(1, Math.round(size.width * ratio));
    this.#canvas.height = Math.max(1, Math.round(size.height * ratio));
    this.#placement = { x: x * ratio, y: y * ratio, scale: scale * ratio };
    this.draw({ x: 0, y: 0, ...sizeOf(this.#painting) });
  }

  /** Draws an area of the mask with the next frame. */
  draw(area: Area): void {
    this.#changed = uniteAreas(this.#changed, area);
    this.#frame ??= requestAnimationFrame(() => this.#drawNow());
  }

  close(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  #drawNow(): void {
    this.#frame = undefined;
    const area = screenArea(this.#placement, this.#changed, this.#canvas);
    this.#changed = noArea;
    if (isEmpty(area)) return;
    const pixels = drawMask(this.#painting.mask, this.#placement, area, colour);
    this.#context?.putImageData(new ImageData(pixels, area.width, area.height), area.x, area.y);
  }
}

const sizeOf = ({ mask: { width, height } }: MaskPainting) => ({ width, height });
