/** Applies the operations on a Markdown text's blocks to plain HTML, as the panel applies them to the document. */

import { createParser } from "../../../../src/markup/markdown/parser.ts";
import type { BlockOperation } from "../../../../src/webview/markdown/blockOperation.ts";
import { emptyMarkdown, type MarkdownState, type MarkdownStep } from "../../../../src/webview/markdown/markdownState.ts";
import { appendText, finishText, showCompleteLines, showLastLines } from "../../../../src/webview/markdown/readMarkdown.ts";

interface Block {
  html: string;
  /** Items after those of `html`. */
  items: string;
  openItems: string;
  list: "list" | "table";
  code?: { info: string; language: string; lines: string; partial: string };
}

const { escapeHtml } = createParser().utils;

/** Ignores line feeds between elements. Applied twice, it changes nothing. */
export function tidy(html: string): string {
  return html.replace(/>\n+/g, ">").replace(/\n[ \t\n]*(?=<|$)/g, "");
}

function innerItems(html: string, list: Block["list"]): string {
  const tidied = tidy(html);
  if (list === "list") return tidied.replace(/^<[uo]l[^>]*>/, "").replace(/<\/[uo]l>$/, "");
  return /<tbody>(.*)<\/tbody>/s.exec(tidied)?.[1] ?? "";
}

function toHtml({ html, items, openItems, list, code }: Block): string {
  if (code !== undefined) {
    const attributes = code.info === "" ? "" : ` title="${escapeHtml(code.info)}" class="language-${escapeHtml(code.language)}"`;
    return `<pre><code${attributes}>${escapeHtml(code.lines + code.partial)}</code></pre>`;
  }
  const end = list === "list" ? /<\/[uo]l>$/ : /<\/tbody><\/table>$/;
  return items + openItems === "" ? tidy(html) : tidy(html).replace(end, (tags) => items + openItems + tags);
}

/** A text that arrives in pieces, and its rendered state. */
export function createShownText() {
  const blocks: Block[] = [];
  let state: MarkdownState = emptyMarkdown;
  const operations: BlockOperation[] = [];

  function apply(operation: BlockOperation): void {
    operations.push(operation);
    const last = blocks.at(-1);
    switch (operation.type) {
      case "block":
        blocks[operation.block] = { html: operation.html, items: "", openItems: "", list: "list" };
        return;
      case "items": {
        const block = blocks[operation.block];
        if (block === undefined) throw new Error("There is no block for these items");
        const items = operation.html === "" ? "" : innerItems(operation.html, operation.list);
        block.list = operation.list;
        block.openItems = operation.final ? "" : items;
        if (operation.final) block.items += items;
        return;
      }
      case "code": {
        const { block, info, language } = operation;
        blocks[block] = { html: "", items: "", openItems: "", list: "list", code: { info, language, lines: "", partial: "" } };
        return;
      }
      case "codeLines":
        if (last?.code) Object.assign(last.code, { lines: last.code.lines + operation.lines, partial: "" });
        return;
      case "codePartial":
        if (last?.code) last.code.partial = operation.line;
        return;
      case "codeEnd":
        return;
    }
  }

  return {
    operations,
    get state() {
      return state;
    },
    take(step: MarkdownStep): void {
      state = step.state;
      for (const operation of step.operations) apply(operation);
    },
    add(text: string): void {
      state = appendText(state, text);
      this.take(showCompleteLines(state));
      this.take(showLastLines(state));
    },
    finish(end: "whole" | "cut" = "whole"): void {
      this.take(finishText(state, end));
    },
    html: () => tidy(blocks.map(toHtml).join("")),
  };
}

export function showPieces(pieces: readonly string[]): string {
  const shown = createShownText();
  for (const piece of pieces) shown.add(piece);
  shown.finish();
  return shown.html();
}
