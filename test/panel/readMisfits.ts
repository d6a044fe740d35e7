/** Reads what does not fit in a document: text that is cut off or outside, regions that scroll sideways, and controls below others. */
import type { Page } from "playwright-core";

/** What may be wider than the panel: it scrolls in its own frame. */
const scrolling = "pre, table, .formula, .diagram, .lightbox-view, .zoom-view, .table-region, .fields-scroll, audio, video";

/** What is shortened on purpose: the whole text is one click away. */
const shortened = "html, body, .folded, .answer-text, .remark";

/** In front of other controls on purpose: a bar below which the rest is scrolled is so too. */
const layers = ".popover, .menu, dialog, .overlay, .completion, .run-region";

export function readMisfits(page: Page): Promise<string[]> {
  return page.evaluate(
    ([mayScroll, mayBeShort, inFront]) => {
      const found: string[] = [];
      const nameOf = (element: Element) =>
        `${element.localName}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").trim().slice(0, 40)}"`;
      const isSeen = (element: Element) =>
        element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && element.closest(".visually-hidden") === null;
      /** A name or a tooltip has the whole text. */
      const isSaid = (element: Element) => {
        const own = [...element.childNodes].filter((node) => node instanceof Text).map(({ textContent }) => textContent);
        const text = (own.join("") || (element.textContent ?? "")).trim();
        for (let named: Element | null = element; named !== null; named = named.parentElement)
          if ([named.getAttribute("title"), named.getAttribute("aria-label")].some((name) => name?.includes(text))) return true;
        return false;
      };
      const isScrolledAway = (control: Element, x: number, y: number) => {
        for (let frame = control.parentElement; frame !== null; frame = frame.parentElement) {
          const { left, right, top, bottom } = frame.getBoundingClientRect();
          const isInside = x >= left && x <= right && y >= top && y <= bottom;
          if (!isInside && getComputedStyle(frame).overflow !== "visible") return true;
        }
        return false;
      };
      for (const element of document.querySelectorAll<HTMLElement>("*")) {
        if (!isSeen(element)) continue;
        const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
        if (display === "inline") continue;
        const name = () => nameOf(element);
        const isClipped = overflowX === "hidden" || overflowX === "clip";
        const isWide = element.scrollWidth > element.clientWidth + 1;
        const isInput = element.matches("input, textarea, select");
        if (isWide && !isInput && element.closest(mayScroll) === null) {
          if (overflowX === "auto" || overflowX === "scroll" || element === document.documentElement)
            found.push(`scrolls sideways: ${name()}: ${element.scrollWidth} in ${element.clientWidth}`);
          else if (isClipped && !(textOverflow === "ellipsis" && isSaid(element)))
            found.push(`cut off: ${name()}: ${element.scrollWidth} in ${element.clientWidth}`);
        }
        const isFlat = overflowY === "hidden" && element.scrollHeight > element.clientHeight + 2;
        if (isFlat && (element.textContent ?? "").trim() !== "" && !element.matches(mayBeShort))
          found.push(`cut off below: ${name()}: ${element.scrollHeight} in ${element.clientHeight}`);
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || node.textContent?.trim() === "" || !isSeen(parent) || parent.closest(mayScroll)) continue;
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        let frame: Element | null = parent;
        while (frame !== null && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
        const edge = (frame ?? document.documentElement).getBoundingClientRect();
        const isShortened = frame !== null && getComputedStyle(frame).textOverflow === "ellipsis";
        if (!isShortened && (right > edge.right + 1 || left < edge.left - 1))
          found.push(`outside: ${nameOf(parent)}: ${left}–${right} in ${edge.left}–${edge.right}`);
      }
      for (const control of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
        if (!isSeen(control) || control.closest("[inert]")) continue;
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit === null || width < 2 || isScrolledAway(control, x, y)) continue;
        if (control.contains(hit) || hit.contains(control) || control.closest("label")?.contains(hit)) continue;
        if (control.closest(inFront) === hit.closest(inFront) && hit.closest("button, a[href], input, select, textarea, summary") !== null)
          found.push(`below another: ${nameOf(control)} is below ${nameOf(hit)}`);
      }
      for (const row of document.querySelectorAll(".turn-actions, .image-actions, .action-row")) {
        const actions = [...row.querySelectorAll("button:not([role=menuitem], [aria-haspopup], .reading *)")].filter(isSeen);
        if (actions.length > 4) found.push(`more than four actions: ${nameOf(row)}`);
        const lines = new Set(actions.map((button) => Math.round(button.getBoundingClientRect().top)));
        if (row.matches(".image-actions") && lines.size > 1) found.push(`actions on several lines: ${nameOf(row)}`);
      }
      return [...new Set(found)];
    },
    [scrolling, shortened, layers] as const,
  );
}
