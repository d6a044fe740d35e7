/** Shows a Markdown text that arrives in pieces. */
import type { Citation } from "../../chat/turn.ts";
import { createBlockView } from "./applyOperations.ts";
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

export interface StreamedMarkdown {
  append(text: string): void;
  /**
   * Shows the text that has arrived; must be called once per frame. Returns the milliseconds after which it must be called again even if no
   * more text arrives; 0: everything is shown.
   */
  draw(): number;
  /** No more text arrives. "cut": the text is not whole. */
  finish(end: "whole" | "cut"): void;
  /** Renders the blocks that the new citations affect. */
  setCitations(citations: readonly Citation[]): void;
  /** Renders all blocks with remote images again, e.g. after the user has allowed one. */
  redrawImages(): void;
}

/** Maximum share of the time for rendering the last lines; milliseconds below which there is no pause; and the longest pause. */
const pacing = { share: 0.25, free: 4, longest: 200 } as const;

/** `known`: the images that the user allowed, and the files that the host found. */
export function createStreamedMarkdown(container: HTMLElement, known: Omit<Decorations, "citations">): StreamedMarkdown {
  const view = createBlockView(container, known);
  let state = emptyMarkdown;
  let pauseUntil = 0;

  function take(step: MarkdownStep): void {
    state = step.state;
    view.apply(step.operations, state.citations);
  }

  /** The last lines are rendered again in each frame, or less often if that takes long. */
  function drawLastLines(): number {
    if (!hasNewLastLines(state)) return 0;
    const began = performance.now();
    if (state.fences === undefined && began < pauseUntil) return pauseUntil - began;
    take(showLastLines(state));
    const took = performance.now() - began;
    if (took > pacing.free) pauseUntil = began + took + Math.min(pacing.longest, took / pacing.share);
    return 0;
  }

  return {
    append(text) {
      state = appendText(state, text);
    },
    draw() {
      take(showCompleteLines(state));
      return drawLastLines();
    },
    finish: (end) => take(finishText(state, end)),
    setCitations: (citations) => take(changeCitations(state, citations)),
    redrawImages: () => take(redrawImages(state)),
  };
}
