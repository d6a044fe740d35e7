/** Parses the YAML front matter of a document to nodes with ranges. Never throws. */

import type { Document, Node, Pair } from "yaml";
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml";
import { t } from "../../contract/translate.ts";
import type { FrontMatter, FrontMatterEntry, FrontMatterError, FrontMatterNode, MapNode } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { describeYamlError } from "./describeYamlError.ts";
import type { FrontMatterLocation } from "./findFrontMatter.ts";

/** The deepest allowed level, which no request reaches, so that no input can exhaust the stack. */
const deepestLevel = 20;

/** The deepest nesting of brackets, or of dashes on one line, that is passed to the YAML library. */
const deepestBracket = 64;
/** Later errors are mostly consequences of the first ones. */
const mostErrors = 20;

export function parseFrontMatter(text: string, location: FrontMatterLocation): FrontMatter {
  const content = text.slice(location.contentRange.start, location.contentRange.end);
  const errors: FrontMatterError[] = [];
  if (!location.closed) {
    errors.push(describeUnclosed(text, location));
  }
  const root = readRoot(content, location.contentRange.start, errors);
  return { text: text.slice(location.range.start, location.range.end), ...location, root, errors: errors.slice(0, mostErrors) };
}

/** Reports a missing fence at the prompt's first line, or at the opening fence if nothing follows. */
function describeUnclosed(text: string, location: FrontMatterLocation): FrontMatterError {
  const rest = text.slice(location.range.end);
  const start = location.range.end + (rest.length - rest.trimStart().length);
  const line = /^[^\r\n]*/.exec(text.slice(start))?.[0].trimEnd() ?? "";
  if (line !== "") {
    const message = t("The front matter is not closed: a line with `---` is missing before the prompt.");
    return { code: "unclosedFrontMatter", message, range: { start, end: start + line.length } };
  }
  return { code: "unclosedFrontMatter", message: t("The front matter has no closing `---`."), range: location.fenceRange };
}

function readRoot(content: string, base: number, errors: FrontMatterError[]): MapNode {
  const whole = { start: base, end: base + content.length };
  const empty: MapNode = { type: "map", entries: [], range: whole };
  const document = parseYaml(content);
  if (!document) {
    errors.push({ code: "tooDeep", message: t("The front matter is nested too deeply."), range: whole });
    return empty;
  }
  for (const error of [...document.errors, ...document.warnings].slice(0, mostErrors)) {
    if (error.code === "TAG_RESOLVE_FAILED") continue;
    const { message, range } = describeYamlError(error, content);
    errors.push({ code: "yamlSyntax", message, range: rangeWithin(range, base, content.length) });
  }
  if (document.contents === null) return empty;
  const node = new NodeReader(base, content, errors).read(document.contents, 0);
  if (node.type === "map") return node;
  if (node.type === "scalar" && node.value === null) return empty;
  errors.push({ code: "notFields", message: t("The front matter must contain fields: one `name: value` per line."), range: node.range });
  return empty;
}

/** undefined: the nesting is so deep that the library would exhaust the stack. */
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

function rangeWithin(range: TextRange, base: number, length: number): TextRange {
  const start = Math.min(Math.max(range.start, 0), length);
  return { start: base + start, end: base + Math.min(Math.max(range.end, start), length) };
}

/** Converts the library's nodes to ours, with ranges from the document's start. */
class NodeReader {
  readonly #base: number;
  readonly #content: string;
  readonly #errors: FrontMatterError[];

  constructor(base: number, content: string, errors: FrontMatterError[]) {
    this.#base = base;
    this.#content = content;
    this.#errors = errors;
  }

  read(node: Node, level: number): FrontMatterNode {
    const range = this.#rangeOf(node);
    if (level > deepestLevel) {
      this.#errors.push({ code: "tooDeep", message: t("The front matter is nested too deeply."), range });
      return { type: "scalar", value: null, source: "", quoted: false, range };
    }
    this.#refuseTag(node, range);
    if (isScalar(node)) return this.#readScalar(node.value, node.source, node.type, range);
    if (isSeq(node)) return { type: "list", items: node.items.filter(isNode).map((item) => this.read(item, level + 1)), range };
    if (isMap(node)) return this.#readMap(node.items, range, level);
    if (isAlias(node)) {
      this.#errors.push({
        code: "aliasUsed",
        message: t("YAML aliases are not supported in prompt documents: write the value instead."),
        range,
      });
    }
    return { type: "scalar", value: null, source: "", quoted: false, range };
  }

  /** Also refuses YAML's standard tags, so that values are sent as they are written. */
  #refuseTag(node: Node, range: TextRange): void {
    if (isAlias(node) || node.tag === undefined) return;
    const written = /(?<![^\s,[\]{}])![^\s,[\]{}]*(?:[ \t]+&\S+)?\s*$/.exec(this.#content.slice(0, range.start - this.#base));
    if (!written) return;
    const start = this.#base + written.index;
    const end = start + (/^!(?:<[^>]*>|\S*)/.exec(written[0])?.[0].length ?? 0);
    this.#errors.push({ code: "tagUsed", message: t("YAML tags are not supported in prompt documents."), range: { start, end } });
  }

  #readScalar(value: unknown, source: string | undefined, style: string | undefined, range: TextRange): FrontMatterNode {
    const plain = style === "PLAIN" || style === undefined;
    const text = plain ? (source ?? "") : typeof value === "string" ? value : (source ?? "");
    if (style === "QUOTE_DOUBLE" && !text.isWellFormed()) {
      const message = t("An escape such as `\\ud800` is only half of a character: both halves are needed.");
      this.#errors.push({ code: "yamlSyntax", message, range });
    }
    const known = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
    return { type: "scalar", value: known, source: text, quoted: !plain, range };
  }

  #readMap(pairs: readonly unknown[], range: TextRange, level: number): MapNode {
    const entries: FrontMatterEntry[] = [];
    const seen = new Set<string>();
    for (const pair of pairs) {
      if (!isPair(pair)) continue;
      const entry = this.#readEntry(pair, level);
      if (!entry) continue;
      if (seen.has(entry.key)) {
        this.#errors.push({
          code: "duplicateField",
          message: t("`{0}` is written twice.", entry.key),
          range: entry.keyRange,
          subject: entry.key,
        });
      }
      seen.add(entry.key);
      entries.push(entry);
    }
    return { type: "map", entries, range };
  }

  #readEntry(pair: Pair, level: number): FrontMatterEntry | undefined {
    if (!isScalar(pair.key)) {
      const range = isNode(pair.key) ? this.#rangeOf(pair.key) : { start: this.#base, end: this.#base };
      const braces = { start: range.start - 1, end: range.end + 1 };
      if (/^\{\{[^{}]*\}\}$/.test(this.#content.slice(braces.start - this.#base, braces.end - this.#base))) {
        this.#errors.push({
          code: "unquotedVariable",
          message: t("A value that begins with a variable needs quotes."),
          range: braces,
        });
      } else this.#errors.push({ code: "keyNotText", message: t("A field's name must be a string."), range });
      return undefined;
    }
    const keyRange = this.#rangeOf(pair.key);
    if (pair.key.value === null || pair.key.value === "") {
      const range = isNode(pair.value) ? this.#rangeOf(pair.value) : keyRange;
      this.#errors.push({ code: "keyNotText", message: t("A field needs a name."), range: { start: keyRange.start, end: range.end } });
      return undefined;
    }
    const key = typeof pair.key.value === "string" ? pair.key.value : (pair.key.source ?? "");
    const value: FrontMatterNode = isNode(pair.value)
      ? this.read(pair.value, level + 1)
      : { type: "scalar", value: null, source: "", quoted: false, range: { start: keyRange.end, end: keyRange.end } };
    return { key, keyRange, value, range: { start: keyRange.start, end: Math.max(keyRange.end, value.range.end) } };
  }

  #rangeOf(node: Node): TextRange {
    const [start, end] = node.range ?? [0, 0];
    const range = rangeWithin({ start, end }, this.#base, this.#content.length);
    return {
      start: range.start,
      end: range.start + this.#content.slice(range.start - this.#base, range.end - this.#base).trimEnd().length,
    };
  }
}
