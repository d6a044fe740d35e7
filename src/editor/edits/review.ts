/** What is proposed for a text, hunk by hunk, while hunks are decided on and the text is edited. */
import { applyHunks, findHunks, type Hunk, type LocatedHunk, locateHunks, mergeHunk } from "./hunks.ts";

export interface ReviewedHunk extends Hunk {
  /** Unique in its review. */
  readonly id: number;
}

export interface HunkLocation extends LocatedHunk<ReviewedHunk> {
  /** The line after the last one of the hunk, counted as `line` is. */
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
  /** What undoing an accepted hunk returns to: the text before, and what was proposed for it. */
  readonly #earlier: { current: string; stage: Stage }[] = [];

  constructor(base: readonly string[]) {
    this.#stage = { base, hunks: [] };
    this.#current = base;
  }

  /** Lines that the proposal began with: what is proposed as a whole is based on these. */
  get base(): readonly string[] {
    return this.#stage.base;
  }

  /** The text as it is now. */
  get current(): readonly string[] {
    return this.#current;
  }

  /** The text as it will be when every open hunk is accepted. */
  get proposed(): readonly string[] {
    return applyHunks(this.#current, this.#located);
  }

  /** Not decided yet, in order. */
  get open(): readonly LocatedHunk<ReviewedHunk>[] {
    return this.#located.filter(({ state }) => state === "open");
  }

  /** Hunks that cannot be accepted, since their lines were edited. */
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

  /** true: a part was accepted, so that the proposal cannot be made anew from its base. */
  get isBegun(): boolean {
    return this.#earlier.length > 0;
  }

  /** Replaces all that was proposed. @param lines the whole text, made from `base`. */
  propose(lines: readonly string[]): void {
    const hunks = findHunks(this.#stage.base, lines).map((hunk) => {
      this.#count += 1;
      return { ...hunk, id: this.#count };
    });
    this.#setStage({ base: this.#stage.base, hunks });
  }

  /** The text was edited. */
  follow(current: readonly string[]): void {
    this.#current = current;
    const last = this.#earlier.at(-1);
    if (last !== undefined && last.current === current.join("\n")) {
      this.#earlier.pop();
      this.#setStage(last.stage);
    } else this.#setStage(this.#stage);
  }

  /** The hunks stand in the text now. @param current the text with them. */
  accept(accepted: readonly ReviewedHunk[], current: readonly string[]): void {
    this.#earlier.push({ current: this.#current.join("\n"), stage: this.#stage });
    this.#current = current;
    let { base, hunks } = this.#stage;
    for (const { id } of accepted) {
      const hunk = hunks.find((one) => one.id === id);
      if (hunk !== undefined) ({ base, hunks } = mergeHunk(base, hunks, hunk));
    }
    this.#setStage({ base, hunks });
  }

  reject(id: number): void {
    const { base, hunks } = this.#stage;
    this.#setStage({ base, hunks: hunks.filter((hunk) => hunk.id !== id) });
  }

  #setStage(stage: Stage): void {
    this.#stage = stage;
    this.#located = locateHunks(stage.base, stage.hunks, this.#current);
  }
}
