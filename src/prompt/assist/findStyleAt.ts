import type { Facts } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { namedStyles } from "../styles/namedStyles.ts";
import type { Style } from "../styles/style.ts";
import { containsOffset } from "../text/textRange.ts";

/** The style whose name is at an offset of a document. */
export function findStyleAt(document: PromptDocument, offset: number, { styles }: Facts): Style | undefined {
  const node = namedStyles(document).find(({ range }) => containsOffset(range, offset));
  return node && styles?.find(({ name }) => name === node.source);
}
