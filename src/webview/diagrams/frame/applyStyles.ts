/**
 * Makes Mermaid's styles work during measurement. Mermaid writes styles as text, which the policy inherited from the panel blocks; styles
 * set by a script are allowed.
 */

/** The attribute that replaces `style` in markup until a script has set the style. */
const held = "data-held-style";

const hold = (markup: string) => markup.replace(/\sstyle=(?=["'])/g, ` ${held}=`);
/** Renames the attributes in markup back to `style`. */
export const release = (markup: string) => markup.replaceAll(` ${held}=`, " style=");

function setStyle(element: Element, style: string): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.style.cssText = style;
}

function setHeldStyles(root: Element): void {
  for (const element of root.querySelectorAll(`[${held}]`)) {
    setStyle(element, element.getAttribute(held) ?? "");
    element.removeAttribute(held);
  }
}

/** From now on, styles written as attributes or in markup are set by script. */
export function setWrittenStyles(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name.toLowerCase() === "style") setStyle(this, String(value));
    else setAttribute.call(this, name, value);
  };
  const markup = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...markup,
    set(this: Element, value: unknown) {
      markup?.set?.call(this, hold(String(value)));
      setHeldStyles(this);
    },
  });
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function (text, type) {
    return parseFromString.call(this, hold(String(text)), type);
  };
}

/** From now on, an inserted style sheet is adopted by the document instead, and its text is passed to `adopt`. */
export function adoptStyleSheets(adopt: (css: string) => void): void {
  const { insertBefore } = Node.prototype;
  Node.prototype.insertBefore = function <Inserted extends Node>(node: Inserted, before: Node | null): Inserted {
    if (!(node instanceof HTMLStyleElement)) {
      insertBefore.call(this, node, before);
      return node;
    }
    const css = node.textContent ?? "";
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    adopt(css);
    return node;
  };
}
