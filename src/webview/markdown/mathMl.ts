/** Converts KaTeX's MathML to MathML that Chromium can draw: only known elements and attributes, none of which loads, links or styles. */
import { toVariant } from "./mathVariants.ts";

const mathNamespace = "http://www.w3.org/1998/Math/MathML";

const elements = new Set(
  (
    "math mi mn mo mtext mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded mphantom " +
    "menclose"
  ).split(" "),
);
const attributes = new Set(
  (
    "display displaystyle scriptlevel mathcolor mathbackground mathsize width height depth lspace rspace voffset stretchy fence separator form " +
    "symmetric largeop movablelimits minsize maxsize accent accentunder linethickness"
  ).split(" "),
);

/** Chromium ignores the alignment, gaps and lines of a table, so each cell gets classes for them. */
function classifyCells(table: Element, source: Element): void {
  const list = (name: string) => (source.getAttribute(name) ?? "").split(" ");
  const at = (values: string[], index: number) => values[Math.min(index, values.length - 1)] ?? "";
  const [alignments, gaps, columnLines, rowLines] = [list("columnalign"), list("columnspacing"), list("columnlines"), list("rowlines")];
  [...table.children].forEach((row, rowIndex) => {
    const line = rowIndex === 0 ? "" : at(rowLines, rowIndex - 1);
    [...row.children].forEach((cell, column) => {
      const side = column === 0 ? "" : at(columnLines, column - 1);
      const gap = column === 0 ? "none" : gapOf(at(gaps, column - 1));
      cell.classList.add(`align-${at(alignments, column) || "center"}`, `gap-${gap}`);
      if (line === "solid" || line === "dashed") cell.classList.add(`above-${line}`);
      if (columnLines[column] === "solid" || columnLines[column] === "dashed") cell.classList.add("gap-after");
      if (side === "solid" || side === "dashed") cell.classList.add(`before-${side}`);
    });
  });
}

/** `width` in ems, as written by KaTeX. */
function gapOf(width: string): string {
  const ems = Number.parseFloat(width);
  if (ems >= 0.8) return "wide";
  if (ems >= 0.2) return "narrow";
  return "none";
}

/** KaTeX calls a table's left line `top`, the right one `bottom`, the top one `left` and the bottom one `right`. */
const tableEdges: Record<string, string> = { top: "left", bottom: "right", left: "top", right: "bottom" };

function classifyEnclosed(element: Element, source: Element): void {
  const isTable = source.firstElementChild?.localName === "mtable";
  for (const notation of (source.getAttribute("notation") ?? "").split(" "))
    element.classList.add(`enclosed-${(isTable ? tableEdges[notation] : undefined) ?? notation}`);
}

const line = "\u203E";

/** Few fonts can stretch a line above or below, so it is drawn as the border of a box. */
function createLined(source: Element): Element[] | undefined {
  const [inner, accent] = source.children;
  if (inner === undefined || accent?.textContent !== line) return undefined;
  const row = document.createElementNS(mathNamespace, "mrow");
  row.classList.add(source.localName === "mover" ? "enclosed-top" : "enclosed-bottom");
  row.append(...create(inner));
  return [row];
}

function create(source: Element): Element[] {
  const name = source.localName;
  const lined = name === "mover" || name === "munder" ? createLined(source) : undefined;
  if (lined !== undefined) return lined;
  if (name === "semantics") return [...(source.firstElementChild ? create(source.firstElementChild) : [])];
  if (!elements.has(name)) return [];
  const element = document.createElementNS(mathNamespace, name === "menclose" ? "mrow" : name);
  for (const attribute of source.attributes) if (attributes.has(attribute.name)) element.setAttribute(attribute.name, attribute.value);
  const variant = source.getAttribute("mathvariant");
  if (variant === "normal" && name === "mi") element.setAttribute("mathvariant", variant);
  else if (variant !== null && name === "mtext") for (const word of variant.split("-")) element.classList.add(`variant-${word}`);
  for (const child of source.childNodes) {
    if (child instanceof Element) element.append(...create(child));
    else if (child instanceof Text) element.append(variant === null || name === "mtext" ? child.data : toVariant(child.data, variant));
  }
  if (name === "mtable") classifyCells(element, source);
  if (name === "menclose") classifyEnclosed(element, source);
  return [element];
}

/** @param markup KaTeX's output; undefined: it contains no formula. */
export function toMathMl(markup: string): Element | undefined {
  const math = new DOMParser().parseFromString(markup, "application/xml").querySelector("math");
  return math === null ? undefined : create(math)[0];
}
