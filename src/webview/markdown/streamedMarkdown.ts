/** Shows a Markdown text that arrives in pieces: applies the operations on its blocks to the document. */
import type { Citation } from "../../output/outputPart.ts";
import type { BlockOperation } from "./blockOperation.ts";
import { CodeBlock } from "./codeBlock.ts";
import { type Decorations, decorate } from "./decorate.ts";
import { emptyMarkdown, type MarkdownStep } from "./markdownState.ts";
import { morphNodes } from "./morph.ts";
import {
  appendText,
  changeCitations,
  finishText,
  hasNewLastLines,
  redrawImages,
  showCompleteLines,
  showLastLines,
} from "./readMarkdown.ts";
import { sanitize } from "./sanitize.ts";

/** Maximum share of the time for reading what cannot be settled; milliseconds below which there is no pause; and the longest pause. */
const pacing = { share: 0.25, free: 4, longest: 200 } as const;

function elementOf(nodes: readonly ChildNode[]): Element | undefined {
  return nodes.find((node) => node instanceof Element);
}

/** The element that holds the items of a list or the rows of a table. */
function itemHolder(nodes: readonly ChildNode[], list: "list" | "table"): Element | null | undefined {
  const element = elementOf(nodes);
  return list === "list" ? element : element?.querySelector("tbody");
}

export class StreamedMarkdown {
  readonly #container: HTMLElement;
  readonly #known: Omit<Decorations, "citations">;
  /** The nodes of each block. */
  readonly #shown: ChildNode[][] = [];
  /** The items of the last list or table that are not final. */
  #openItems: ChildNode[] = [];
  #code: CodeBlock | undefined;
  #state = emptyMarkdown;
  #pauseUntil = 0;

  /** `known`: the images that the user allowed, and the files that the host found. */
  constructor(container: HTMLElement, known: Omit<Decorations, "citations">) {
    this.#container = container;
    this.#known = known;
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
    this.#apply(step.operations, step.state.citations);
  }

  #apply(operations: readonly BlockOperation[], citations: readonly Citation[]): void {
    const toNodes = (html: string): ChildNode[] => {
      if (html === "") return [];
      const fragment = sanitize(html);
      decorate(fragment, { ...this.#known, citations });
      return [...fragment.childNodes];
    };
    for (const operation of operations) this.#change(operation, toNodes);
  }

  #change(operation: BlockOperation, toNodes: (html: string) => ChildNode[]): void {
    switch (operation.type) {
      case "block":
        this.#show(operation.block, toNodes(operation.html));
        return;
      case "items": {
        const { block, list, html, final } = operation;
        const holder = itemHolder(this.#shown[block] ?? [], list);
        if (!holder) return;
        const items = [...(itemHolder(toNodes(html), list)?.children ?? [])];
        // If the block was rendered again, the items were removed with it.
        const replaced = this.#openItems.filter((item) => item.parentNode === holder);
        this.#openItems = morphNodes(holder, replaced, items);
        if (final) this.#openItems = [];
        return;
      }
      case "code":
        this.#code = new CodeBlock(operation.language, operation.info);
        this.#show(operation.block, []);
        this.#show(operation.block, [this.#code.element]);
        return;
      case "codeLines":
        this.#code?.append(operation.lines);
        return;
      case "codePartial":
        this.#code?.showPartial(operation.line);
        return;
      case "codeEnd":
        this.#code?.finish(operation.end);
    }
  }

  #show(block: number, nodes: ChildNode[]): void {
    const after = this.#shown.slice(block + 1).find((later) => later.length > 0)?.[0];
    this.#shown[block] = morphNodes(this.#container, this.#shown[block] ?? [], nodes, after ?? null);
  }
}
