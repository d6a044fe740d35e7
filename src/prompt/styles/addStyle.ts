import { fillVariables } from "../text/fillVariables.ts";
import { findVariables } from "../text/variables.ts";
import type { Style } from "./style.ts";

/** The prompt with the style's text: around it, or after it in a paragraph of its own. */
export function addStyle(prompt: string, { text }: Pick<Style, "text">): string {
  const isAround = findVariables(text, 0, text.length).references.some(({ name }) => name === "prompt");
  const filled = fillVariables(text, ({ name }) => (name === "prompt" ? prompt : undefined));
  return isAround ? filled : [prompt, filled].filter((part) => part !== "").join("\n\n");
}

/** The request's negative prompt with those of the styles; empty: it has none. */
export function addNegativePrompts(own: string, styles: readonly Pick<Style, "negativePrompt">[]): string {
  return [own, ...styles.map(({ negativePrompt }) => negativePrompt)].filter((part) => part.trim() !== "").join(", ");
}
