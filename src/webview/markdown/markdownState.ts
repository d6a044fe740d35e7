/** The state of a growing Markdown text, and the changes that each step makes to it. */
import type { OpenFences } from "../../markup/markdown/fence.ts";
import { OpenTags } from "../../markup/markdown/openTags.ts";
import { type ReadEnvironment, type Token, theParser } from "../../markup/markdown/parser.ts";
import type { Citation } from "../../output/outputPart.ts";
import type { BlockOperation } from "./blockOperation.ts";
import { insertCitations } from "./insertCitations.ts";

/** A part of the text that later text cannot change, except by adding link definitions. */
export interface SettledBlock {
  source: string;
  /** Position in the text, in UTF-16 code units. */
  offset: number;
  /** A fenced code block, which is rendered line by line and never again as a whole. */
  isCode: boolean;
}

/** The last settled block, while the text continues its list or table. */
export interface GrowingBlock {
  type: "list" | "table";
  loose: boolean;
  /** It is loose only because of a last line that may still become something else, such as a rule. */
  looseForNow: boolean;
  /**
   * Whether the rendering is final: the items' tokens were sufficient to know whether the list is loose,
   * and no settled item was cited later.
   */
  certain: boolean;
  /** Header and delimiter row of a table. */
  header: string;
  /** Items that are not settled are shown. */
  showsOpenItems: boolean;
}

interface OpenTag {
  name: string;
  block: number;
}

export interface MarkdownState {
  readonly settled: readonly SettledBlock[];
  readonly references: Readonly<ReadEnvironment["references"]>;
  readonly citations: readonly Citation[];
  /** The text that is not settled, and the length of the text before it. */
  readonly tail: string;
  readonly tailOffset: number;
  /** Half of a line ending, or half of a character. */
  readonly held: string;
  /** The length of the complete lines in the tail that were parsed and could not be settled. */
  readonly checkedLength: number;
  /** The length of the tail that is shown; -1: the tail must be rendered again. */
  readonly shownLength: number;
  /** The block after the settled ones is not empty. */
  readonly showsOpenEnd: boolean;
  /** Set while the text is in a fenced code block. */
  readonly fences: OpenFences | undefined;
  /** The elements that raw HTML in settled blocks has opened, outermost first, and the block of each. */
  readonly openTags: readonly OpenTag[];
  /** undefined: more text may arrive. */
  readonly ended: "whole" | "cut" | undefined;
  readonly growing: Readonly<GrowingBlock> | undefined;
}

export const emptyMarkdown: MarkdownState = {
  settled: [],
  references: {},
  citations: [],
  tail: "",
  tailOffset: 0,
  held: "",
  checkedLength: 0,
  shownLength: -1,
  showsOpenEnd: false,
  fences: undefined,
  openTags: [],
  ended: undefined,
  growing: undefined,
};

export interface MarkdownStep {
  state: MarkdownState;
  operations: BlockOperation[];
}

/** A copy of the state that a step modifies. */
export type Work = { -readonly [Key in keyof MarkdownState]: MarkdownState[Key] } & {
  settled: SettledBlock[];
  openTags: OpenTag[];
  growing: GrowingBlock | undefined;
  readonly operations: BlockOperation[];
};

export function takeStep(state: MarkdownState, change: (work: Work) => void): MarkdownStep {
  const work: Work = {
    ...state,
    settled: [...state.settled],
    openTags: [...state.openTags],
    growing: state.growing && { ...state.growing },
    operations: [],
  };
  change(work);
  const { operations, ...next } = work;
  return { state: next, operations };
}

/** Link definitions found with it take effect only if the caller stores them. */
export function createEnvironment({ references, openTags }: Work, rest?: "expected" | "missing"): ReadEnvironment {
  return {
    references: Object.assign(Object.create(null), references),
    ...(rest === undefined ? {} : { rest }),
    tags: new OpenTags(openTags.map(({ name }) => name)),
  };
}

/** `offset`: position of the source in the whole text. */
export function parse({ citations }: Work, source: string, offset: number, env: ReadEnvironment): Token[] {
  return theParser().parse(insertCitations(source, offset, citations), env);
}

export function toHtml(tokens: Token[], env: ReadEnvironment): string {
  const parser = theParser();
  return parser.renderer.render(tokens, parser.options, env);
}

/** Removes the first `length` code units of the tail, which are settled or consumed. */
export function dropTail(work: Work, length: number): void {
  work.tail = work.tail.slice(length);
  work.tailOffset += length;
  work.checkedLength = 0;
  work.shownLength = -1;
}

/** Shows the HTML after the settled blocks. */
export function showOpenEnd(work: Work, html: string): void {
  if (html !== "" || work.showsOpenEnd) work.operations.push({ type: "block", block: work.settled.length, html });
  work.showsOpenEnd = html !== "";
}

/** Settles the block that is shown after the settled ones. */
export function addSettled(work: Work, block: SettledBlock): void {
  work.settled.push(block);
  work.showsOpenEnd = false;
}

/** The total length of the first `line` lines. */
export function lineOffset(text: string, line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index += 1) {
    const feed = text.indexOf("\n", offset);
    if (feed < 0) return text.length;
    offset = feed + 1;
  }
  return offset;
}
