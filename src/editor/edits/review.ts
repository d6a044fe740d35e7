/** The hunks proposed for a text, while the user decides on them and edits the text. */
import { applyHunks, findHunks, type Hunk, type LocatedHunk, locateHunks, mergeHunk } from "./hunks.ts";

export interface ReviewedHunk extends Hunk {
  /** Unique in the review. */
  readonly id: number;
}

export interface HunkLocation extends LocatedHunk<ReviewedHunk> {
  /** Exclusive end, in the same text as `line`. */
  end: number;
}

interface Stage {
  base: readonly string[];
  hunks: readonly ReviewedHunk[];
}

export class Review {
  #stage: Stage;
  #current: readonly string[];
  #located: readonly LocatedHunk<ReviewedHunk>[] = [];
  #count = 0;
  /** States to return to when the user undoes accepting a hunk: the previous text, and its proposal without hunks rejected since. */
  #earlier: readonly { current: string; stage: Stage }[] = [];

  constructor(base: readonly string[]) {
    this.#stage = { base, hunks: [] };
    this.#current = base;
  }

  /** The lines that the proposal is based on; `propose` takes a whole text based on them. */
  get base(): readonly string[] {
    return this.#stage.base;
  }

  /** The current text. */
  get current(): readonly string[] {
    return this.#current;
  }

  /** The text with all open hunks applied. */
  get proposed(): readonly string[] {
    return applyHunks(this.#current, this.#located);
  }

  /** Hunks that the user has not decided on, in order. */
  get open(): readonly LocatedHunk<ReviewedHunk>[] {
    return this.#located.filter(({ state }) => state === "open");
  }

  /** Number of hunks that cannot be accepted, because their lines were edited. */
  get conflictCount(): number {
    return this.#located.filter(({ state }) => state === "conflict").length;
  }

  /** Open hunks and conflicts, in order, with their lines in one of the two texts. */
  undecidedIn(side: "current" | "proposed"): HunkLocation[] {
    let growth = 0;
    return this.#located.flatMap((located) => {
      const { hunk, state } = located;
      if (state === "applied") return [];
      const line = side === "proposed" ? located.line + growth : located.line;
      if (state === "open") growth += hunk.added.length - hunk.removed.length;
      const shown = state === "open" && side === "proposed" ? hunk.added : hunk.removed;
      return [{ ...located, line, end: line + shown.length }];
    });
  }

  /** true: a part was accepted, so the whole text cannot be proposed again. */
  get isBegun(): boolean {
    return this.#earlier.length > 0;
  }

  /** Replaces the whole proposal. @param lines The whole text, based on `base`. */
  propose(lines: readonly string[]): void {
    const hunks = findHunks(this.#stage.base, lines).map((hunk) => {
      this.#count += 1;
      return { ...hunk, id: this.#count };
    });
    this.#setStage({ base: this.#stage.base, hunks });
  }

  /** Called when the text was edited. */
  follow(current: readonly string[]): void {
    this.#current = current;
    const last = this.#earlier.at(-1);
    if (last !== undefined && last.current === current.join("\n")) {
      this.#earlier = this.#earlier.slice(0, -1);
      this.#setStage(last.stage);
    } else this.#setStage(this.#stage);
  }

  /** Called when the hunks have been applied to the text. @param current The text with them. */
  accept(accepted: readonly ReviewedHunk[], current: readonly string[]): void {
    this.#earlier = [...this.#earlier, { current: this.#current.join("\n"), stage: this.#stage }];
    this.#current = current;
    let { base, hunks } = this.#stage;
    for (const { id } of accepted) {
      const hunk = hunks.find((one) => one.id === id);
      if (hunk !== undefined) ({ base, hunks } = mergeHunk(base, hunks, hunk));
    }
    this.#setStage({ base, hunks });
  }

  reject(id: number): void {
    const without = ({ base, hunks }: Stage): Stage => ({ base, hunks: hunks.filter((hunk) => hunk.id !== id) });
    this.#earlier = this.#earlier.map(({ current, stage }) => ({ current, stage: without(stage) }));
    this.#setStage(without(this.#stage));
  }

  #setStage(stage: Stage): void {
    this.#stage = stage;
    this.#located = locateHunks(stage.base, stage.hunks, this.#current);
  }
}
