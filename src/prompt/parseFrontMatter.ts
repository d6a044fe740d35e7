/** The start of a document in; its YAML front matter as nodes with ranges, and what is wrong with the YAML, out. Never throws. */
import type { Document, Node, Pair } from "yaml";
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml";
import type { FrontMatter, FrontMatterEntry, FrontMatterFault, FrontMatterNode, MapNode } from "./frontMatter.ts";
import type { TextRange } from "./textRange.ts";

/** More levels than any request has; deeper ones are refused, so that no input can exhaust the stack. */
const deepestLevel = 20;

/** Brackets, or dashes on one line, that are still given to the YAML library. */
const deepestBracket = 64;
/** More faults than this are noise: one of the first is the cause. */
const mostFaults = 20;

const opening = /^\uFEFF?---[ \t]*(?:\r?\n|$)/;
const closing = /^---[ \t]*(?:\r?\n|$)/gm;
const looksLikeYaml = /^(?:[ \t]|#|- |[\p{L}_][\p{L}\p{N}_-]*[ \t]*:)/u;

/** The front matter's place in a text: undefined when the text does not open with a fence. */
export interface FrontMatterPlace {
  range: TextRange;
  contentRange: TextRange;
  closed: boolean;
}

/**
 * Finds the fences. Without a closing one, the front matter ends before the first line that does not look like YAML,
 * so that the rest of the document is still understood while the fence is being typed.
 */
export function findFrontMatter(text: string): FrontMatterPlace | undefined {
  const open = opening.exec(text);
  if (!open) return undefined;
  const contentStart = open[0].length;
  closing.lastIndex = contentStart;
  const close = closing.exec(text);
  if (close) {
    return {
      range: { start: 0, end: close.index + close[0].length },
      contentRange: { start: contentStart, end: close.index },
      closed: true,
    };
  }
  const end = findUnclosedEnd(text, contentStart);
  return { range: { start: 0, end }, contentRange: { start: contentStart, end }, closed: false };
}

function findUnclosedEnd(text: string, contentStart: number): number {
  let at = contentStart;
  while (at < text.length) {
    const lineEnd = text.indexOf("\n", at);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    if (!looksLikeYaml.test(text.slice(at, end))) return at;
    at = end;
  }
  return text.length;
}

export function parseFrontMatter(text: string, place: FrontMatterPlace): FrontMatter {
  const content = text.slice(place.contentRange.start, place.contentRange.end);
  const faults: FrontMatterFault[] = [];
  if (!place.closed) {
    faults.push({
      code: "unclosedFrontMatter",
      message: "The front matter has no closing `---`.",
      range: { start: place.range.start, end: Math.min(place.contentRange.start, text.length) },
    });
  }
  const root = readRoot(content, place.contentRange.start, faults);
  return { text: text.slice(place.range.start, place.range.end), ...place, root, faults };
}

function readRoot(content: string, base: number, faults: FrontMatterFault[]): MapNode {
  const whole = { start: base, end: base + content.length };
  const empty: MapNode = { type: "map", entries: [], range: whole };
  const document = parseYaml(content);
  if (!document) {
    faults.push({ code: "tooDeep", message: "The front matter is nested too deeply.", range: whole });
    return empty;
  }
  for (const error of [...document.errors, ...document.warnings].slice(0, mostFaults)) {
    const tag = error.code === "TAG_RESOLVE_FAILED";
    faults.push({
      code: tag ? "tagUsed" : "yamlSyntax",
      message: tag ? "YAML tags are not used in prompt documents." : `${error.message.replace(/\.?$/, ".")}`,
      range: rangeWithin(error.pos, base, content.length),
    });
  }
  if (document.contents === null) return empty;
  const node = new NodeReader(base, content, faults).read(document.contents, 0);
  if (node.type === "map") return node;
  if (node.type === "scalar" && node.value === null) return empty;
  faults.push({ code: "notFields", message: "The front matter must hold fields, one `name: value` a line.", range: node.range });
  return empty;
}

/** undefined: nested so deeply that the library would exhaust the stack. */
function parseYaml(content: string): Document.Parsed | undefined {
  if (measureDepth(content) > deepestBracket) return undefined;
  try {
    return parseDocument(content, { prettyErrors: false, uniqueKeys: false, logLevel: "error", schema: "core" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function measureDepth(content: string): number {
  let depth = 0;
  let deepest = 0;
  for (const bracket of content.match(/[[\]{}]/g) ?? []) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  const dashes = content.match(/(?:[-?][ \t]+)+/g) ?? [];
  return dashes.reduce((most, run) => Math.max(most, run.replace(/\s/g, "").length), deepest);
}

function rangeWithin(position: readonly [number, number], base: number, length: number): TextRange {
  const start = Math.min(Math.max(position[0], 0), length);
  return { start: base + start, end: base + Math.min(Math.max(position[1], start), length) };
}

/** Turns the library's nodes into ours, with ranges from the document's start. */
class NodeReader {
  private readonly base: number;
  private readonly content: string;
  private readonly faults: FrontMatterFault[];

  constructor(base: number, content: string, faults: FrontMatterFault[]) {
    this.base = base;
    this.content = content;
    this.faults = faults;
  }

  read(node: Node, level: number): FrontMatterNode {
    const range = this.rangeOf(node);
    if (level > deepestLevel) {
      this.faults.push({ code: "tooDeep", message: "The front matter is nested too deeply.", range });
      return { type: "scalar", value: null, source: "", quoted: false, range };
    }
    if (isScalar(node)) return this.readScalar(node.value, node.source, node.type, range);
    if (isSeq(node)) return { type: "list", items: node.items.filter(isNode).map((item) => this.read(item, level + 1)), range };
    if (isMap(node)) return this.readMap(node.items, range, level);
    if (isAlias(node)) {
      this.faults.push({ code: "aliasUsed", message: "YAML aliases are not used in prompt documents: write the value out.", range });
    }
    return { type: "scalar", value: null, source: "", quoted: false, range };
  }

  private readScalar(value: unknown, source: string | undefined, style: string | undefined, range: TextRange): FrontMatterNode {
    const plain = style === "PLAIN" || style === undefined;
    const text = plain ? (source ?? "") : typeof value === "string" ? value : (source ?? "");
    const known = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
    return { type: "scalar", value: known, source: text, quoted: !plain, range };
  }

  private readMap(pairs: readonly unknown[], range: TextRange, level: number): MapNode {
    const entries: FrontMatterEntry[] = [];
    const seen = new Set<string>();
    for (const pair of pairs) {
      if (!isPair(pair)) continue;
      const entry = this.readEntry(pair, level);
      if (!entry) continue;
      if (seen.has(entry.key)) {
        this.faults.push({
          code: "duplicateField",
          message: `\`${entry.key}\` is written twice.`,
          range: entry.keyRange,
          subject: entry.key,
        });
      }
      seen.add(entry.key);
      entries.push(entry);
    }
    return { type: "map", entries, range };
  }

  private readEntry(pair: Pair, level: number): FrontMatterEntry | undefined {
    if (!isScalar(pair.key)) {
      const range = isNode(pair.key) ? this.rangeOf(pair.key) : { start: this.base, end: this.base };
      const braces = { start: range.start - 1, end: range.end + 1 };
      if (/^\{\{[^{}]*\}\}$/.test(this.content.slice(braces.start - this.base, braces.end - this.base))) {
        this.faults.push({
          code: "unquotedVariable",
          message: "A value that opens with a variable needs quotes around it.",
          range: braces,
        });
      } else this.faults.push({ code: "keyNotText", message: "A field's name must be a text.", range });
      return undefined;
    }
    const keyRange = this.rangeOf(pair.key);
    const key = typeof pair.key.value === "string" ? pair.key.value : (pair.key.source ?? "");
    const value: FrontMatterNode = isNode(pair.value)
      ? this.read(pair.value, level + 1)
      : { type: "scalar", value: null, source: "", quoted: false, range: { start: keyRange.end, end: keyRange.end } };
    return { key, keyRange, value, range: { start: keyRange.start, end: Math.max(keyRange.end, value.range.end) } };
  }

  private rangeOf(node: Node): TextRange {
    const [start, end] = node.range ?? [0, 0];
    const range = rangeWithin([start, end], this.base, this.content.length);
    return { start: range.start, end: range.start + this.content.slice(range.start - this.base, range.end - this.base).trimEnd().length };
  }
}
