/** Shows the formulas of a sanitized fragment. Their source is shown until KaTeX is loaded, and if a formula is invalid or incomplete. */

import { displayClass, inlineClass, readFormula } from "../../markup/markdown/formulaSource.ts";
import { t } from "../texts.ts";

type Renderer = typeof import("./formulaRenderer.ts");

let renderer: Renderer | undefined;
let isLoading = false;

/** Formulas by source, because a growing paragraph is rendered again but its formulas need not be; undefined: invalid. */
const drawn = new Map<string, Element | undefined>();
const mostDrawn = 500;

function draw(source: string, { renderFormula }: Renderer): Element | undefined {
  if (!drawn.has(source)) {
    const formula = readFormula(source);
    const [oldest] = drawn.keys();
    if (drawn.size >= mostDrawn && oldest !== undefined) drawn.delete(oldest);
    drawn.set(source, formula && renderFormula(formula.tex, formula.isDisplay));
  }
  return drawn.get(source);
}

function fill(element: HTMLElement): void {
  const source = element.dataset.formula ?? "";
  const math = renderer && draw(source, renderer);
  element.replaceChildren(math?.cloneNode(true) ?? source);
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  void import("./formulaRenderer.ts").then((module) => {
    renderer = module;
    for (const element of document.querySelectorAll<HTMLElement>("[data-formula]")) fill(element);
  });
}

function createFormula(source: string, isDisplay: boolean): HTMLElement {
  const element = document.createElement("span");
  element.className = isDisplay ? "formula formula-block" : "formula";
  element.dataset.formula = source;
  // Formulas are always written from left to right.
  element.dir = "ltr";
  if (isDisplay) {
    // A wide formula scrolls on its own, also by keyboard.
    element.tabIndex = 0;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", t("formula"));
  }
  fill(element);
  return element;
}

export function showFormulas(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll(`:not(pre) > :is(.${inlineClass}, .${displayClass})`)) {
    const source = code.textContent ?? "";
    if (renderer === undefined && readFormula(source) !== undefined) load();
    code.replaceWith(createFormula(source, code.classList.contains(displayClass)));
  }
}
