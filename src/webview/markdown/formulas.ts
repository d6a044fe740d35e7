/** Shows the formulas of a sanitized fragment. Until KaTeX is there, and where a formula is wrong or unfinished, its source is shown. */
import { t } from "../texts.ts";
import { displayClass, inlineClass, readFormula } from "./formulaSource.ts";

type Renderer = typeof import("./formulaRenderer.ts");

let renderer: Renderer | undefined;
let isLoading = false;

/** A paragraph is rendered again while it grows: its formulas are not. By source; undefined: it is wrong. */
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
  // The direction of formulas is left to right, whatever the text's is.
  element.dir = "ltr";
  if (isDisplay) {
    // A wide one scrolls in itself, by keyboard as well.
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
