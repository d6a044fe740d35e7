/** Reads the visible texts of a panel, and finds those that do not fit. */
import type { Page } from "playwright-core";

interface Readable {
  page: Page;
}

/** The words of all texts in a value that use letters of the English alphabet. */
export function wordsIn(value: unknown): Set<string> {
  if (typeof value === "string") return new Set(value.match(/[A-Za-z]+/g));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...wordsIn(member)]));
}

/**
 * Everything that is visible or read by a screen reader, except letters of formulas, which belong to the answer and would join
 * neighbouring words, and typed text, which the input repeats behind itself.
 */
export function readAloud({ page }: Readable): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest("script, math, .input-backdrop")) said.push(node.data);
      if (node instanceof Element)
        for (const name of ["title", "aria-label", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
    }
    return said.filter((text) => text.trim() !== "");
  });
}

/** Controls and texts that extend beyond the pane, or are cut off without an ellipsis and a tooltip with the whole text. */
export function findOutside({ page }: Readable): Promise<string[]> {
  return page.evaluate(() => {
    const outside: string[] = [];
    const isSaid = (element: Element) =>
      getComputedStyle(element).textOverflow === "ellipsis" && element.getAttribute("title")?.includes(element.textContent ?? "") === true;
    const { clientWidth } = document.documentElement;
    if (document.documentElement.scrollWidth > clientWidth) outside.push("the document scrolls sideways");
    for (const element of document.querySelectorAll("button, input, textarea, label, legend, h2, .notice, .usage, .popover, .bubble")) {
      const box = element.getBoundingClientRect();
      const isHidden = box.width === 0 || element.closest("pre, table, .table, .visually-hidden") !== null;
      if (!isHidden && (box.left < -0.5 || box.right > clientWidth + 0.5))
        outside.push(`${element.outerHTML.slice(0, 120)} ${box.left}–${box.right}`);
    }
    for (const element of document.querySelectorAll(".button, .link-button, .notice, .suggestion, .failure, .toggle, .menu > button"))
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && !isSaid(element))
        outside.push(`cut: ${element.outerHTML.slice(0, 160)}`);
    return outside;
  });
}
