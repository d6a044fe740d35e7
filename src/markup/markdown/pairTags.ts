/** Finds the tags of raw HTML that belong together. A tag without its counterpart becomes text. */
import type { StateCore, Token } from "markdown-it";
import { type HtmlTag, isTablePart, mayBeEmpty, readTag } from "./htmlTags.ts";
import { OpenTags } from "./openTags.ts";

/** An element in raw HTML. */
interface Element {
  name: string;
  parent: Element | undefined;
  /** It has both of its tags, or its end may still arrive. */
  isWhole: boolean;
  /** It was opened before the text. */
  isOuter: boolean;
  hasAttributes: boolean;
  /** The amount of content before it, and at its end. */
  start: number;
  end: number;
  /** The `html_block` with its first tag. */
  block: Token | undefined;
}

/** A part of an `html_block`: a tag with its element, or a text. */
type Piece = { source: string; element: Element | undefined; block: Token };

/** Elements that Markdown's own syntax encloses are closed inside it. */
type Entry = Element | { barrier: Token };

function isHtml(element: Element | undefined): boolean {
  if (element === undefined || !element.isWhole) return false;
  if (isTablePart(element.name) && !hasTable(element)) return false;
  return element.hasAttributes || mayBeEmpty(element.name) || element.end > element.start;
}

function hasTable({ parent }: Element): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) if (outer.name === "table" && isHtml(outer)) return true;
  return false;
}

class Pairing {
  readonly #stack: Entry[];
  /** Grows with everything that is shown. */
  #content = 0;
  readonly tags: OpenTags | undefined;

  constructor(tags: OpenTags | undefined) {
    this.tags = tags;
    this.#stack = [];
    for (const name of tags?.before ?? []) this.#stack.push({ ...this.#create(name, undefined), isWhole: true, isOuter: true, end: 1 });
  }

  #create(name: string, block: Token | undefined, hasAttributes = false): Element {
    const parent = this.#stack.findLast((entry): entry is Element => "name" in entry);
    const content = this.#content;
    return { name, parent, isWhole: false, isOuter: false, hasAttributes, start: content, end: content, block };
  }

  show(): void {
    this.#content += 1;
  }

  enter(barrier: Token): void {
    this.#stack.push({ barrier });
  }

  leave(): void {
    while (this.#stack.length > 0 && "name" in (this.#stack.pop() ?? {}));
  }

  /** Returns the element of a tag; undefined: the tag is text. `mayEscape`: it may close an element outside the innermost barrier. */
  read(
    { type, name, hasAttributes }: HtmlTag,
    block: Token | undefined,
    mayEscape = false,
  ): { element: Element; escapes: boolean } | undefined {
    if (type === "close") return this.#close(name, mayEscape);
    const element = this.#create(name, block, hasAttributes);
    if (type === "void") {
      this.#content += 1;
      return { element: { ...element, isWhole: true, end: this.#content }, escapes: false };
    }
    this.#stack.push(element);
    return { element, escapes: false };
  }

  #close(name: string, mayEscape: boolean): { element: Element; escapes: boolean } | undefined {
    const barrier = this.#stack.findLastIndex((entry) => "barrier" in entry);
    const within = this.#find(name, barrier + 1, this.#stack.length);
    const at = within ?? (mayEscape && barrier >= 0 ? this.#find(name, 0, barrier) : undefined);
    if (at === undefined) return undefined;
    const element = this.#stack[at];
    if (element === undefined || !("name" in element)) return undefined;
    if (within === undefined) this.#stack.splice(at, barrier - at);
    else this.#stack.length = at;
    element.isWhole = true;
    element.end = this.#content;
    if (element.isOuter) {
      element.end = element.start + 1;
      if (this.tags) this.tags.kept = Math.min(this.tags.kept, at);
    }
    return { element, escapes: within === undefined };
  }

  /** The position of the innermost element with a name between two positions, without barriers in between. */
  #find(name: string, from: number, to: number): number | undefined {
    for (let at = to - 1; at >= from; at -= 1) {
      const entry = this.#stack[at];
      if (entry === undefined || "barrier" in entry) return undefined;
      if (entry.name === name) return at;
    }
    return undefined;
  }

  /** The text ends. Its open elements may be closed by later text. */
  finish(): void {
    if (this.tags === undefined) return;
    const open = this.#stack.filter((entry): entry is Element => "name" in entry && !entry.isOuter);
    for (const element of open) {
      element.isWhole = true;
      element.end = element.start + 1;
    }
    this.tags.opened = open.map(({ name }) => name);
  }
}

const isBlank = ({ type, content }: Token) => type === "softbreak" || (type === "text" && content.trim() === "");
const closes = ({ type, content }: Token) => type === "html_inline" && content.startsWith("</");

/** Pairs the tags in a paragraph. `escaped`: tags at its end that close elements outside it. */
function pairInline(pairing: Pairing, children: readonly Token[], found: Map<Token, Element | undefined>, escaped: Token[]): void {
  const end = children.findLastIndex((child) => !isBlank(child) && !closes(child));
  children.forEach((child, index) => {
    if (child.type === "html_inline") {
      const tag = readTag(child.content, 0);
      const read = tag && pairing.read(tag, undefined, index > end);
      found.set(child, read?.element);
      if (read?.escapes === true) escaped.push(child);
    } else if (child.nesting === 1) pairing.enter(child);
    else if (child.nesting === -1) pairing.leave();
    else if (!isBlank(child)) pairing.show();
  });
}

function pairBlock(pairing: Pairing, block: Token): Piece[] {
  const { content } = block;
  const pieces: Piece[] = [];
  const text = (from: number, to: number) => {
    const source = content.slice(from, to);
    if (source.trim() !== "") pairing.show();
    if (source !== "") pieces.push({ source, element: undefined, block });
  };
  let from = 0;
  for (let at = content.indexOf("<"); at >= 0; at = content.indexOf("<", at + 1)) {
    const tag = readTag(content, at);
    if (tag === undefined || !tag.isHtml) continue;
    text(from, at);
    const read = pairing.read(tag, block);
    if (read === undefined) pairing.show();
    pieces.push({ source: tag.source, element: read?.element, block });
    from = at + tag.source.length;
    at = from - 1;
  }
  text(from, content.length);
  return pieces;
}

/** A block that begins with a tag that is text is a paragraph, unless it has tags of elements that other blocks open or close. */
function isParagraph(block: Token, pieces: readonly Piece[]): boolean {
  const first = pieces.find(({ source }) => source.trim() !== "");
  return !isHtml(first?.element) && pieces.every(({ element }) => !isHtml(element) || element?.block === block);
}

function settleInline(children: readonly Token[], found: ReadonlyMap<Token, Element | undefined>): void {
  for (const child of children) if (child.type === "html_inline" && !isHtml(found.get(child))) child.type = "text";
}

/** Not of the type of a paragraph, because paragraphs make a list loose. */
function toParagraph(state: StateCore, block: Token): Token[] {
  const create = (type: string, nesting: -1 | 0 | 1, level: number) => {
    const token = new state.Token(type, type === "inline" ? "" : "p", nesting);
    token.block = true;
    token.level = level;
    token.map = block.map;
    return token;
  };
  const inline = create("inline", 0, block.level + 1);
  inline.content = block.content.trim();
  inline.children = [];
  state.md.inline.parse(inline.content, state.md, state.env, inline.children);
  const found = new Map<Token, Element | undefined>();
  pairInline(new Pairing(undefined), inline.children, found, []);
  settleInline(inline.children, found);
  return [create("text_open", 1, block.level), inline, create("text_close", -1, block.level)];
}

/** A rule of the parser, which runs after its inline rules. */
export function pairTags(state: StateCore): void {
  if (!state.tokens.some(({ type, children }) => type === "html_block" || children?.some((child) => child.type === "html_inline"))) return;
  const pairing = new Pairing(state.env.tags instanceof OpenTags ? state.env.tags : undefined);
  const pieces = new Map<Token, Piece[]>();
  const found = new Map<Token, Element | undefined>();
  const escapedFrom = new Map<Token, Token[]>();
  for (const token of state.tokens) {
    if (token.type === "html_block") pieces.set(token, pairBlock(pairing, token));
    else if (token.type === "inline") {
      const escaped: Token[] = [];
      pairInline(pairing, token.children ?? [], found, escaped);
      if (escaped.length > 0) escapedFrom.set(token, escaped);
    } else if (token.nesting === 1) pairing.enter(token);
    else if (token.nesting === -1) pairing.leave();
    else pairing.show();
  }
  pairing.finish();

  let moved: Token[] = [];
  state.tokens = state.tokens.flatMap((token) => {
    const parts = pieces.get(token);
    if (parts !== undefined) {
      if (isParagraph(token, parts)) return toParagraph(state, token);
      token.content = parts.map(({ source, element }) => (isHtml(element) ? source : source.replaceAll("<", "&lt;"))).join("");
      return [token];
    }
    if (token.type === "inline") {
      settleInline(token.children ?? [], found);
      moved = (escapedFrom.get(token) ?? []).filter((child) => isHtml(found.get(child)));
      if (moved.length > 0) token.children = (token.children ?? []).filter((child) => !moved.includes(child));
      return [token];
    }
    if (token.type !== "paragraph_close" || moved.length === 0) return [token];
    const after = new state.Token("html_block", "", 0);
    after.level = token.level;
    after.content = `${moved.map(({ content }) => content).join("")}\n`;
    moved = [];
    return [token, after];
  });
}
