/** What the pointer and the keys do to the mask: the position of the brush, strokes and rectangles. */
import { type BrushPoint, radiusOf } from "../../imageEditor/mask/paintSegment.ts";
import type { MaskPainting } from "./maskPainting.ts";
import type { ToolSettings } from "./tools.ts";

interface Point {
  x: number;
  y: number;
}

/** The brush as it is shown, in pixels of the canvas. */
export interface ShownBrush {
  at: Point;
  /** The corner that a rectangle began at. */
  corner: Point | undefined;
}

const softness = { soft: 0.2, sharp: 1 };

export class BrushControl {
  readonly #painting: MaskPainting;
  readonly #show: (brush: ShownBrush) => void;
  #at: Point;
  #corner: Point | undefined;
  #isPainting = false;

  constructor(painting: MaskPainting, show: (brush: ShownBrush) => void) {
    this.#painting = painting;
    this.#show = show;
    this.#at = { x: painting.mask.width / 2, y: painting.mask.height / 2 };
  }

  get shown(): ShownBrush {
    return { at: this.#at, corner: this.#corner };
  }

  get isPainting(): boolean {
    return this.#isPainting;
  }

  /** `pressure` as in `radiusOf`. With Alt, a rectangle keeps its pixels instead of changing them. */
  moveTo(at: Point, settings: ToolSettings, pressure?: number): void {
    this.#at = at;
    if (this.#isPainting && settings.tool !== "rectangle") this.#paint(settings, pressure);
    this.#show(this.shown);
  }

  begin(at: Point, settings: ToolSettings, pressure?: number): void {
    this.#at = at;
    this.#isPainting = true;
    if (settings.tool === "rectangle") this.#corner ??= at;
    else this.#paint(settings, pressure);
    this.#show(this.shown);
  }

  end(settings: ToolSettings, isErasing = false): void {
    if (!this.#isPainting) return;
    this.#isPainting = false;
    if (settings.tool !== "rectangle") this.#painting.endStroke();
    else if (this.#corner !== undefined) this.#painting.fillRectangle(this.#corner, this.#at, isErasing);
    this.#corner = undefined;
    this.#show(this.shown);
  }

  /** By keys: paints once, or sets one corner of a rectangle and then the other. Returns whether a corner was set. */
  press(settings: ToolSettings, isErasing: boolean): boolean {
    if (settings.tool === "rectangle" && this.#corner === undefined) {
      this.#corner = this.#at;
      this.#show(this.shown);
      return true;
    }
    this.begin(this.#at, settings);
    this.end(settings, isErasing);
    return false;
  }

  /** Ends without a rectangle. */
  cancel(): void {
    if (this.#isPainting) this.#painting.endStroke();
    this.#isPainting = false;
    this.#corner = undefined;
    this.#show(this.shown);
  }

  #paint({ tool, size, isSoft }: ToolSettings, pressure: number | undefined): void {
    const point: BrushPoint = { ...this.#at, radius: radiusOf(size, pressure) };
    this.#painting.strokeTo(point, { hardness: isSoft ? softness.soft : softness.sharp, isEraser: tool === "eraser" });
  }
}
