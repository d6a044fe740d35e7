/** The mask of the shown image while it is painted: its tools, its history and its canvas. */
import { type Area, areaBetween, isEmpty } from "../../imageEditor/mask/area.ts";
import { type CanvasExtension, extendMask, noExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { emptyMask, fillArea, invertMask, isMaskEmpty, type Mask, paintedShare, wholeMask } from "../../imageEditor/mask/mask.ts";
import { MaskHistory } from "../../imageEditor/mask/maskHistory.ts";
import { readRuns, writeRuns } from "../../imageEditor/mask/maskRuns.ts";
import { areaOfSegment, type Brush, type BrushPoint, paintSegment } from "../../imageEditor/mask/paintSegment.ts";

export class MaskPainting {
  mask: Mask;
  extension: CanvasExtension = noExtension;
  /** Called with the area of the mask that has changed. */
  onPaint: (area: Area) => void = () => {};
  /** Called at the end of each step. */
  onStep: () => void = () => {};
  #history: MaskHistory;
  #last: BrushPoint | undefined;
  /** undefined: not known since the last change. */
  #isEmpty: boolean | undefined;

  constructor(width: number, height: number) {
    this.mask = emptyMask(width, height);
    this.#history = new MaskHistory(this.mask);
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get isEmpty(): boolean {
    this.#isEmpty ??= isMaskEmpty(this.mask);
    return this.#isEmpty;
  }

  /** 0 to 1. */
  get paintedShare(): number {
    return paintedShare(this.mask);
  }

  /** Begins a stroke, or continues it to the next point. */
  strokeTo(point: BrushPoint, brush: Brush): void {
    const from = this.#last ?? point;
    this.#last = point;
    this.#history.keep(areaOfSegment(this.mask, from, point));
    this.#notePaint(paintSegment(this.mask, from, point, brush));
  }

  endStroke(): void {
    this.#last = undefined;
    this.#commit();
  }

  fillRectangle(from: { x: number; y: number }, to: { x: number; y: number }, isEraser: boolean): void {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    this.#change(areaBetween(left, top, right, bottom, this.mask), (area) => fillArea(this.mask, area, isEraser ? 0 : 255));
  }

  clear(): void {
    this.#change(wholeMask(this.mask), (area) => fillArea(this.mask, area, 0));
  }

  invert(): void {
    this.#change(wholeMask(this.mask), () => invertMask(this.mask));
  }

  undo(): void {
    this.#notePaint(this.#history.undo());
    this.onStep();
  }

  redo(): void {
    this.#notePaint(this.#history.redo());
    this.onStep();
  }

  /** The history starts again, because its steps are of another size. */
  extend(extension: CanvasExtension): void {
    this.mask = extendMask(this.mask, this.extension, extension);
    this.extension = extension;
    this.#history = new MaskHistory(this.mask);
    this.#last = undefined;
    this.#notePaint(wholeMask(this.mask));
    this.onStep();
  }

  runs(): Uint8Array<ArrayBuffer> {
    return writeRuns(this.mask);
  }

  /** Paints what an earlier page has stored. */
  restore(runs: Uint8Array): void {
    const stored = readRuns(runs, this.mask.width, this.mask.height);
    if (stored === undefined) return;
    this.mask.data.set(stored.data);
    this.#notePaint(wholeMask(this.mask));
    this.onStep();
  }

  #notePaint(area: Area): void {
    this.#isEmpty = undefined;
    this.onPaint(area);
  }

  #change(area: Area, change: (area: Area) => void): void {
    if (isEmpty(area)) return;
    this.#history.keep(area);
    change(area);
    this.#notePaint(area);
    this.#commit();
  }

  #commit(): void {
    this.#history.commit();
    this.onStep();
  }
}
