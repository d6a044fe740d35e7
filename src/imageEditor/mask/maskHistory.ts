/** Undoes and redoes changes of a mask. Keeps only the tiles that a step has changed, within a limit of memory. */
import { type Area, isEmpty, noArea, uniteAreas } from "./area.ts";
import { fillArea, type Mask } from "./mask.ts";

/** Pixels of a tile's side. */
const tileSide = 256;

/** A tile's pixels before or after a step; a number if all are equal. */
type TileContent = Uint8Array | number;
type Step = Map<number, TileContent>;

const defaultBytes = 64 * 1024 * 1024;
/** What an entry costs besides its pixels, so that steps of equal pixels are limited too. */
const entryBytes = 64;

export class MaskHistory {
  readonly #mask: Mask;
  readonly #mostBytes: number;
  readonly #columns: number;
  #open: Step = new Map();
  #done: Step[] = [];
  #undone: Step[] = [];

  /** `mostBytes`: of all steps together; the oldest steps are dropped first. */
  constructor(mask: Mask, mostBytes = defaultBytes) {
    this.#mask = mask;
    this.#mostBytes = mostBytes;
    this.#columns = Math.ceil(mask.width / tileSide);
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Must be called before the area changes. Each tile is copied once in a step. */
  keep(area: Area): void {
    if (isEmpty(area)) return;
    const [left, top] = [Math.floor(area.x / tileSide), Math.floor(area.y / tileSide)];
    const [right, bottom] = [Math.floor((area.x + area.width - 1) / tileSide), Math.floor((area.y + area.height - 1) / tileSide)];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const tile = row * this.#columns + column;
        if (!this.#open.has(tile)) this.#open.set(tile, this.#read(tile));
      }
  }

  /** Ends a step. Without changes since the last one, there is no step. */
  commit(): void {
    const changed = new Map([...this.#open].filter(([tile, before]) => !this.#isSame(tile, before)));
    this.#open = new Map();
    if (changed.size === 0) return;
    this.#undone = [];
    this.#done.push(changed);
    for (let bytes = sizeOf(this.#done); bytes > this.#mostBytes && this.#done.length > 0; bytes = sizeOf(this.#done)) this.#done.shift();
  }

  /** Returns the area that has changed; empty: there was nothing to undo. */
  undo(): Area {
    this.commit();
    return this.#exchange(this.#done, this.#undone);
  }

  redo(): Area {
    this.commit();
    return this.#exchange(this.#undone, this.#done);
  }

  #exchange(from: Step[], to: Step[]): Area {
    const step = from.pop();
    if (step === undefined) return noArea;
    const replaced: Step = new Map();
    let area = noArea;
    for (const [tile, content] of step) {
      replaced.set(tile, this.#read(tile));
      this.#write(tile, content);
      area = uniteAreas(area, this.#areaOf(tile));
    }
    to.push(replaced);
    return area;
  }

  #areaOf(tile: number): Area {
    const [x, y] = [(tile % this.#columns) * tileSide, Math.floor(tile / this.#columns) * tileSide];
    return { x, y, width: Math.min(tileSide, this.#mask.width - x), height: Math.min(tileSide, this.#mask.height - y) };
  }

  #read(tile: number): TileContent {
    const { x, y, width, height } = this.#areaOf(tile);
    const content = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const start = (y + row) * this.#mask.width + x;
      content.set(this.#mask.data.subarray(start, start + width), row * width);
    }
    const [first = 0] = content;
    return content.every((value) => value === first) ? first : content;
  }

  #write(tile: number, content: TileContent): void {
    const area = this.#areaOf(tile);
    if (typeof content === "number") {
      fillArea(this.#mask, area, content);
      return;
    }
    for (let row = 0; row < area.height; row += 1) {
      const line = content.subarray(row * area.width, (row + 1) * area.width);
      this.#mask.data.set(line, (area.y + row) * this.#mask.width + area.x);
    }
  }

  #isSame(tile: number, before: TileContent): boolean {
    const now = this.#read(tile);
    if (typeof now === "number" || typeof before === "number") return now === before;
    return now.every((value, index) => value === before[index]);
  }
}

function sizeOf(steps: readonly Step[]): number {
  return steps
    .flatMap((step) => [...step.values()])
    .reduce<number>((sum, content) => sum + entryBytes + (typeof content === "number" ? 0 : content.length), 0);
}
