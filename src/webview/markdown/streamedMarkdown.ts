/** Shows a Markdown text that arrives in pieces. */
import type { Citation } from "../../output/outputPart.ts";
import { BlockView } from "./applyOperations.ts";
import type { Decorations } from "./decorate.ts";
import { emptyMarkdown, type MarkdownStep } from "./markdownState.ts";
import {
  appendText,
  changeCitations,
  finishText,
  hasNewLastLines,
  redrawImages,
  showCompleteLines,
  showLastLines,
} from "./readMarkdown.ts";

/** Maximum share of the time for reading what cannot be settled; milliseconds below which there is no pause; and the longest pause. */
const pacing = { share: 0.25, free: 4, longest: 200 } as const;

export class StreamedMarkdown {
  readonly #view: BlockView;
  #state = emptyMarkdown;
  #pauseUntil = 0;

  /** `known`: the images that the user allowed, and the files that the host found. */
  constructor(container: HTMLElement, known: Omit<Decorations, "citations">) {
    this.#view = new BlockView(container, known);
  }

  append(text: string): void {
    this.#state = appendText(this.#state, text);
  }

  /**
   * Shows the text that has arrived; must be called once per frame. Returns the milliseconds after which it must be called again even if no
   * more text arrives; 0: everything is shown. A block that grows is read again as a whole each time, or less often if that takes long.
   */
  draw(): number {
    const began = performance.now();
    if (this.#state.fences === undefined && began < this.#pauseUntil) return hasNewLastLines(this.#state) ? this.#pauseUntil - began : 0;
    const { tailOffset } = this.#state;
    this.#take(showCompleteLines(this.#state));
    const settled = this.#state.tailOffset === tailOffset ? began : performance.now();
    if (!hasNewLastLines(this.#state)) return 0;
    this.#take(showLastLines(this.#state));
    const took = performance.now() - settled;
    if (took > pacing.free) this.#pauseUntil = settled + took + Math.min(pacing.longest, took / pacing.share);
    return 0;
  }

  /** No more text arrives. "cut": the text is not whole. */
  finish(end: "whole" | "cut"): void {
    this.#take(finishText(this.#state, end));
  }

  /** Renders the blocks that the new citations affect. */
  setCitations(citations: readonly Citation[]): void {
    this.#take(changeCitations(this.#state, citations));
  }

  /** Renders all blocks with remote images again, e.g. after the user has allowed one. */
  redrawImages(): void {
    this.#take(redrawImages(this.#state));
  }

  #take(step: MarkdownStep): void {
    this.#state = step.state;
    this.#view.apply(step.operations, step.state.citations);
  }
}
