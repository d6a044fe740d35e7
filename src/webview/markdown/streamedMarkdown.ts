/** Markdown in pieces in; its elements out, where what is settled is never touched again and the whole costs what drawing it once costs. */
import type { Citation } from "../../chat/turn.ts";
import { type Block, countBalancedBlocks, everyItemHasParagraph, groupBlocks, isList, isLoose, itemStarts, makeLoose } from "./blocks.ts";
import { type AllowedImages, decorate } from "./decorate.ts";
import { morphNodes } from "./morph.ts";
import { type OpenFence, openFence, startsFence } from "./openFence.ts";
import { type ReadEnvironment, type Token, theParser } from "./parser.ts";
import { placeCitations } from "./placeCitations.ts";
import { sanitize } from "./sanitize.ts";

export interface StreamedMarkdown {
  append(text: string): void;
  /** Draws what has come; call it once a frame. Returns after how many milliseconds it must be called again, though nothing more comes; 0: all is drawn. */
  draw(): number;
  /** No more comes. */
  finish(): void;
  /** Draws the blocks that the new citations touch. */
  setCitations(citations: readonly Citation[]): void;
  /** Draws everything that holds a remote picture again, e.g. after the user allowed one. */
  redrawImages(): void;
}

/** A stretch of settled source and the nodes that show it. */
interface Settled {
  source: string;
  /** UTF-16 code units before it. */
  offset: number;
  nodes: ChildNode[];
}

/** A list or table at the end of what is settled, which the tail goes on with. */
interface Growing {
  settled: Settled;
  /** The element that takes the new items or rows. */
  holder: Element;
  kind: "list" | "table";
  loose: boolean;
  /** Whether what is drawn stays: the items' tokens alone told how loose the list is, and no citation came for those that are settled. */
  certain: boolean;
  /** Header and delimiter row of a table. */
  header: string;
}

const bracketed = /\[((?:\\.|[^[\]\\])+)\]/g;
/** A last line of nothing but markup could become many things: it is not shown before it has decided. */
const undecided = /^(?:[ \t]*(?:[-=_*+#>~|:.)(![\]`]|\d+[.)]?|[-*+] +\[)*[ \t]*|[ \t]*`{3,}[^`\n]*|[ \t]*~{3,}.*|\|.*)$/;
/** Drawing the open end may take this part of the time; milliseconds below which no pause is made, and the longest pause. */
const pacing = { share: 0.25, free: 4, longest: 200 } as const;

function lineOffset(text: string, line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index += 1) {
    const feed = text.indexOf("\n", offset);
    if (feed < 0) return text.length;
    offset = feed + 1;
  }
  return offset;
}

export function createStreamedMarkdown(container: HTMLElement, allowedImages: AllowedImages): StreamedMarkdown {
  const parser = theParser();
  const environment: ReadEnvironment = { references: {} };
  const settled: Settled[] = [];
  let citations: readonly Citation[] = [];
  /** What is not settled, and how much is. */
  let tail = "";
  let tailOffset = 0;
  /** Half a line ending, or half a character. */
  let held = "";
  let checkedLength = 0;
  let drawnLength = -1;
  let openNodes: ChildNode[] = [];
  let openItems: ChildNode[] = [];
  let fence: OpenFence | undefined;
  let growing: Growing | undefined;
  let pauseUntil = 0;

  /** Link definitions of the open end count only for the open end: they may not be whole. */
  function openEnvironment(): ReadEnvironment {
    return { references: Object.assign(Object.create(null), environment.references) };
  }

  function toNodes(tokens: Token[], env: ReadEnvironment): ChildNode[] {
    const fragment = sanitize(parser.renderer.render(tokens, parser.options, env));
    decorate(fragment, { citations, allowedImages });
    return [...fragment.childNodes];
  }

  function read(source: string, offset: number, env: ReadEnvironment): Token[] {
    return parser.parse(placeCitations(source, offset, citations), env);
  }

  function redrawSettled(block: Settled, adjust?: (blocks: Block[]) => void): void {
    const tokens = read(block.source, block.offset, environment);
    adjust?.(groupBlocks(tokens));
    block.nodes = morphNodes(container, block.nodes, toNodes(tokens, environment));
  }

  /** A definition that comes late makes links of brackets that were text. */
  function redrawForDefinitions(known: ReadonlySet<string>): void {
    const labels = new Set(Object.keys(environment.references).filter((label) => !known.has(label)));
    if (labels.size === 0) return;
    for (const block of settled) {
      const mentions =
        block.source.includes("[") &&
        [...block.source.matchAll(bracketed)].some(([, label]) => label && labels.has(parser.utils.normalizeReference(label)));
      if (mentions && block !== growing?.settled) redrawSettled(block);
    }
  }

  function settleGrowing(source: string, block: Block): void {
    if (growing === undefined) return;
    const { kind, holder } = growing;
    if (kind === "list") {
      const loose = isLoose(block);
      if (!everyItemHasParagraph(block)) growing.certain = false;
      if (loose === true && !growing.loose) loosen();
      else if (growing.loose) makeLoose(block);
    }
    growing.settled.source += source;
    const drawn = toNodes(block.tokens, environment);
    morphNodes(holder, openItems, itemsOf(drawn, kind));
    openItems = [];
  }

  function loosen(): void {
    if (growing === undefined) return;
    growing.loose = true;
    for (const node of openItems) node.remove();
    openItems = [];
    redrawSettled(growing.settled, ([list]) => list && makeLoose(list));
    const [element] = growing.settled.nodes;
    if (element instanceof Element) growing.holder = element;
  }

  function itemsOf(nodes: ChildNode[], kind: Growing["kind"]): ChildNode[] {
    const element = nodes.find((node) => node instanceof Element);
    if (!(element instanceof Element)) return [];
    return [...((kind === "list" ? element : element.querySelector("tbody"))?.children ?? [])];
  }

  /** The list or table is over. Items without a paragraph may have hidden that the list is loose, and citations may have come late: then it is read once more. */
  function endGrowing(): void {
    const ended = growing;
    growing = undefined;
    for (const node of openItems) node.remove();
    openItems = [];
    if (ended !== undefined && !ended.certain) redrawSettled(ended.settled);
  }

  /** Settles the tail up to `length`; the first `growingLines` lines of it belong to the list or table that it goes on with, and `ends` that. */
  function settle(length: number, growingLines: number | undefined, ends = true): void {
    const known = new Set(Object.keys(environment.references));
    let source = tail.slice(0, length);
    if (growing !== undefined && growingLines !== undefined) {
      const part = source.slice(0, lineOffset(source, growingLines));
      const prefix = growing.kind === "table" ? growing.header : "";
      const [block] = groupBlocks(read(prefix + part, tailOffset - prefix.length, environment));
      if (block) settleGrowing(part, block);
      tailOffset += part.length;
      source = source.slice(part.length);
    }
    if (growing !== undefined && ends) endGrowing();
    if (source !== "") {
      const nodes = morphNodes(container, openNodes, toNodes(read(source, tailOffset, environment), environment));
      settled.push({ source, offset: tailOffset, nodes });
      openNodes = [];
      tailOffset += source.length;
    }
    tail = tail.slice(length);
    checkedLength = 0;
    drawnLength = -1;
    redrawForDefinitions(known);
  }

  function blocksOf(source: string): Block[] {
    const prefix = growing?.kind === "table" ? growing.header : "";
    const env = openEnvironment();
    let tokens: Token[];
    // Inline HTML shows only when inlines are read too.
    if (source.includes("<")) tokens = parser.parse(prefix + source, env);
    else {
      tokens = [];
      parser.block.parse(prefix + source, parser, env, tokens);
    }
    const blocks = groupBlocks(tokens);
    if (prefix !== "") {
      for (const block of blocks) {
        block.start = Math.max(0, block.start - 2);
        block.end -= 2;
      }
    }
    return blocks;
  }

  function enterFence(source: string, block: Block): void {
    const info = block.tokens[0]?.info ?? "";
    const language = parser.utils.unescapeAll(info).trim().split(/\s+/g)[0] ?? "";
    const opened = openFence(source, language);
    for (const node of openNodes) node.remove();
    openNodes = [];
    container.append(opened.block.element);
    fence = opened;
    settled.push({ source: tail.slice(0, opened.taken), offset: tailOffset, nodes: [opened.block.element] });
    consume(opened.taken);
  }

  function consume(length: number): void {
    tail = tail.slice(length);
    tailOffset += length;
    checkedLength = 0;
    drawnLength = -1;
  }

  function feedFence(lines: string): boolean {
    if (fence === undefined) return false;
    const { taken, closed } = fence.take(lines);
    consume(taken);
    if (closed) fence = undefined;
    return closed;
  }

  /** What of the last block cannot change any more: a list's items but the last, a table's rows. */
  function growLast(complete: string, block: Block): void {
    const from = lineOffset(complete, block.start);
    const source = complete.slice(from, lineOffset(complete, block.end));
    if (isList(block)) {
      // Looseness shows only where two items are read together.
      if (growing !== undefined && !growing.loose && isLoose(block) === true) loosen();
      const starts = itemStarts(block);
      const last = starts.at(-1);
      if (starts.length < 2 || last === undefined) return;
      const items = complete.slice(0, lineOffset(complete, last));
      if (growing !== undefined) settle(items.length, last, false);
      else startGrowing("list", items.length, "", block);
    } else if (block.type === "table_open") {
      if (growing !== undefined) {
        if (block.end > 0) settle(source.length, block.end, false);
        return;
      }
      const header = source.slice(0, lineOffset(source, 2));
      if (source.length > header.length) startGrowing("table", from + source.length, header, block);
    }
  }

  function startGrowing(kind: Growing["kind"], length: number, header: string, block: Block): void {
    settle(length, undefined);
    const entry = settled.at(-1);
    const element = entry?.nodes.find((node) => node instanceof Element);
    const holder = kind === "table" && element instanceof Element ? element.querySelector("tbody") : element;
    if (entry === undefined || !(holder instanceof Element)) return;
    growing = { settled: entry, holder, kind, loose: false, certain: kind === "table" || everyItemHasParagraph(block), header };
    if (kind === "list" && isLoose(block) === true) loosen();
  }

  /** Settles all that whole lines decide. */
  function settleLines(): void {
    for (;;) {
      const length = tail.lastIndexOf("\n") + 1;
      if (length === 0 || length === checkedLength) return;
      const complete = tail.slice(0, length);
      if (fence !== undefined) {
        if (!feedFence(complete)) return;
        continue;
      }
      checkedLength = length;
      const blocks = blocksOf(complete);
      const balanced = countBalancedBlocks(blocks);
      const last = blocks.at(-1);
      if (last === undefined) return;
      if (balanced < blocks.length - 1) {
        // Raw HTML is open: what follows is inside of it.
        const first = blocks[balanced];
        if (first && balanced > 0) settleBefore(complete, first, blocks);
        return;
      }
      const linesAfter = complete.slice(lineOffset(complete, last.end)).trim() !== "";
      if (linesAfter) {
        settleBefore(complete, { ...last, start: last.end }, blocks);
        return;
      }
      if (blocks.length > 1) {
        settleBefore(complete, last, blocks);
        continue;
      }
      if (last.start > 0 && growing === undefined && complete.slice(0, lineOffset(complete, last.start)).trim() !== "") {
        settleBefore(complete, last, blocks);
        continue;
      }
      if (balanced < blocks.length) return;
      const source = complete.slice(lineOffset(complete, last.start));
      if (last.type === "fence" && growing === undefined && startsFence(source)) {
        if (last.start > 0) consume(lineOffset(complete, last.start));
        enterFence(source, last);
        continue;
      }
      growLast(complete, last);
      return;
    }
  }

  function settleBefore(complete: string, next: Pick<Block, "start">, blocks: readonly Block[]): void {
    settle(lineOffset(complete, next.start), growing === undefined ? undefined : Math.min(blocks[0]?.end ?? next.start, next.start));
  }

  /** Returns how long, in milliseconds, it must wait; 0: it is drawn. */
  function drawOpenEnd(): number {
    const feed = tail.lastIndexOf("\n") + 1;
    const lastLine = tail.slice(feed);
    if (fence !== undefined) {
      fence.showPartial(lastLine);
      return 0;
    }
    const shown = undecided.test(lastLine) ? tail.slice(0, feed) : tail;
    if (shown.length === drawnLength) return 0;
    const began = performance.now();
    if (began < pauseUntil) return pauseUntil - began;
    drawnLength = shown.length;
    drawOpen(shown);
    const took = performance.now() - began;
    if (took > pacing.free) pauseUntil = began + took + Math.min(pacing.longest, took / pacing.share);
    return 0;
  }

  function drawOpen(shown: string): void {
    const env = openEnvironment();
    const prefix = growing?.kind === "table" ? growing.header : "";
    const tokens = shown.trim() === "" ? [] : read(prefix + shown, tailOffset - prefix.length, env);
    let rest = tokens;
    if (growing !== undefined) {
      const [first, ...others] = groupBlocks(tokens);
      if (first && growing.kind === "list") {
        if (isLoose(first) === true && !growing.loose) loosen();
        else if (growing.loose) makeLoose(first);
      }
      const wanted = first ? itemsOf(toNodes(first.tokens, env), growing.kind) : [];
      openItems = morphNodes(growing.holder, openItems, wanted);
      rest = others.flatMap((block) => block.tokens);
    }
    openNodes = morphNodes(container, openNodes, toNodes(rest, env));
  }

  function append(text: string): void {
    let fresh = held + text;
    held = "";
    const last = fresh.charCodeAt(fresh.length - 1);
    if (last === 13 || (last >= 0xd800 && last < 0xdc00)) {
      held = fresh.slice(-1);
      fresh = fresh.slice(0, -1);
    }
    tail += fresh.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  }

  function finishFence(): void {
    settleLines();
    if (fence === undefined) return;
    fence.finish(tail);
    consume(tail.length);
    fence = undefined;
  }

  function finish(): void {
    tail += held === "\r" ? "\n" : held;
    held = "";
    if (fence !== undefined) finishFence();
    if (tail !== "") {
      if (growing === undefined) settle(tail.length, undefined);
      else {
        const blocks = blocksOf(tail);
        settle(tail.length, blocks[0]?.end ?? 0);
      }
    }
    if (growing !== undefined) endGrowing();
  }

  return {
    append,
    draw() {
      settleLines();
      return drawOpenEnd();
    },
    finish,
    setCitations(next) {
      const before = citations;
      citations = next;
      const isTouched = ({ offset, source }: Settled) =>
        next.some(({ end = -1 }, index) => end !== before[index]?.end && end > offset && end <= offset + source.length);
      for (const block of settled.filter(isTouched))
        if (block === growing?.settled) growing.certain = false;
        else if (!startsFence(`${block.source}\n`)) redrawSettled(block);
      drawnLength = -1;
    },
    redrawImages() {
      for (const block of settled) if (block.source.includes("![") || /<img/i.test(block.source)) redrawSettled(block);
      drawnLength = -1;
    },
  };
}
