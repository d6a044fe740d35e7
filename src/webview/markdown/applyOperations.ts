/** Applies operations on the blocks of a Markdown text to the document. */
import type { Citation } from "../../output/outputPart.ts";
import type { BlockOperation } from "./blockOperation.ts";
import { CodeBlock } from "./codeBlock.ts";
import { type Decorations, decorate } from "./decorate.ts";
import { morphNodes } from "./morph.ts";
import { sanitize } from "./sanitize.ts";

function elementOf(nodes: readonly ChildNode[]): Element | undefined {
  return nodes.find((node) => node instanceof Element);
}

/** The element that holds the items of a list or the rows of a table. */
function itemHolder(nodes: readonly ChildNode[], list: "list" | "table"): Element | null | undefined {
  const element = elementOf(nodes);
  return list === "list" ? element : element?.querySelector("tbody");
}

export class BlockView {
  readonly #container: HTMLElement;
  readonly #known: Omit<Decorations, "citations">;
  /** The nodes of each block. */
  readonly #shown: ChildNode[][] = [];
  /** The items of the last list or table that are not final. */
  #openItems: ChildNode[] = [];
  #code: CodeBlock | undefined;

  constructor(container: HTMLElement, known: Omit<Decorations, "citations">) {
    this.#container = container;
    this.#known = known;
  }

  apply(operations: readonly BlockOperation[], citations: readonly Citation[]): void {
    const toNodes = (html: string): ChildNode[] => {
      if (html === "") return [];
      const fragment = sanitize(html);
      decorate(fragment, { ...this.#known, citations });
      return [...fragment.childNodes];
    };
    for (const operation of operations) this.#apply(operation, toNodes);
  }

  #apply(operation: BlockOperation, toNodes: (html: string) => ChildNode[]): void {
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
