/** Applies operations on the blocks of a Markdown text to the document. */
import type { Citation } from "../../chat/turn.ts";
import type { BlockOperation } from "./blockOperation.ts";
import { CodeBlock } from "./codeBlock.ts";
import { type Decorations, decorate } from "./decorate.ts";
import { morphNodes } from "./morph.ts";
import { sanitize } from "./sanitize.ts";

export interface BlockView {
  apply(operations: readonly BlockOperation[], citations: readonly Citation[]): void;
}

function elementOf(nodes: readonly ChildNode[]): Element | undefined {
  return nodes.find((node) => node instanceof Element);
}

/** The element that holds the items of a list or the rows of a table. */
function itemHolder(nodes: readonly ChildNode[], list: "list" | "table"): Element | null | undefined {
  const element = elementOf(nodes);
  return list === "list" ? element : element?.querySelector("tbody");
}

export function createBlockView(container: HTMLElement, known: Omit<Decorations, "citations">): BlockView {
  /** The nodes of each block. */
  const shown: ChildNode[][] = [];
  /** The items of the last list or table that are not final. */
  let openItems: ChildNode[] = [];
  let code: CodeBlock | undefined;

  function show(block: number, nodes: ChildNode[]): void {
    const after = shown.slice(block + 1).find((later) => later.length > 0)?.[0];
    shown[block] = morphNodes(container, shown[block] ?? [], nodes, after ?? null);
  }

  function applyOne(operation: BlockOperation, toNodes: (html: string) => ChildNode[]): void {
    switch (operation.type) {
      case "block":
        show(operation.block, toNodes(operation.html));
        return;
      case "items": {
        const { block, list, html, final } = operation;
        const holder = itemHolder(shown[block] ?? [], list);
        if (!holder) return;
        const items = [...(itemHolder(toNodes(html), list)?.children ?? [])];
        // If the block was rendered again, the items were removed with it.
        const replaced = openItems.filter((item) => item.parentNode === holder);
        openItems = morphNodes(holder, replaced, items);
        if (final) openItems = [];
        return;
      }
      case "code":
        code = new CodeBlock(operation.language, operation.info);
        show(operation.block, []);
        show(operation.block, [code.element]);
        return;
      case "codeLines":
        code?.append(operation.lines);
        return;
      case "codePartial":
        code?.showPartial(operation.line);
        return;
      case "codeEnd":
        code?.finish(operation.end);
    }
  }

  return {
    apply(operations, citations) {
      const toNodes = (html: string): ChildNode[] => {
        if (html === "") return [];
        const fragment = sanitize(html);
        decorate(fragment, { ...known, citations });
        return [...fragment.childNodes];
      };
      for (const operation of operations) applyOne(operation, toNodes);
    },
  };
}
