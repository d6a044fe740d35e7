/** Finds formulas of several lines that cannot end, before their lines are read. */
import type { StateBlock } from "markdown-it";

/** Lines of the longest formula. */
export const mostLines = 200;

interface Known {
  from: number;
  /** The first line from `from` that matches. */
  at: number;
}

/** Finds the next line of a text that matches, so that all searches of one text take time in proportion to its length. */
class NextLines {
  readonly #matches: (line: string) => boolean;
  readonly #known = new WeakMap<StateBlock, Known>();

  /** `matches` receives a line of the source with the markers of the blocks that contain it. */
  constructor(matches: (line: string) => boolean) {
    this.#matches = matches;
  }

  /** The first line from `from` that matches; Infinity: there is none. */
  find(state: StateBlock, from: number): number {
    const known = this.#known.get(state);
    if (known !== undefined && from >= known.from && from <= known.at) return known.at;
    const at = this.#search(state, from, known);
    this.#known.set(state, { from, at });
    return at;
  }

  #search({ src, eMarks }: StateBlock, from: number, known: Known | undefined): number {
    // Inside a quotation or a list, `bMarks` is changed; `eMarks` never is.
    for (let line = from; line < eMarks.length; line += 1) {
      if (line === known?.from) return known.at;
      if (this.#matches(src.slice(line === 0 ? 0 : (eMarks[line - 1] ?? 0) + 1, eMarks[line]))) return line;
    }
    return Infinity;
  }
}

function nextLinesEnding(closer: string): NextLines {
  return new NextLines((line) => line.trimEnd().endsWith(closer));
}

/** By closing delimiter, of which block formulas have few. */
const closings = new Map<string, NextLines>();

function closing(closer: string): NextLines {
  const known = closings.get(closer) ?? nextLinesEnding(closer);
  closings.set(closer, known);
  return known;
}

const blanks = new NextLines((line) => line.trim() === "");

/** Whether the formula that begins at the line `start` may end before the line `end`. Found for all beginnings in one pass. */
export function mayEndWith(state: StateBlock, closer: string, start: number, end: number): boolean {
  const next = closing(closer).find(state, start + 1);
  // The rest of the text may close it.
  const last = state.env.rest === "expected" ? Math.min(next, end - 1) : next;
  return last < end && last - start <= mostLines && blanks.find(state, start + 1) > last;
}
