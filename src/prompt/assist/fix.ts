/** A way to resolve a diagnostic. */
import type { TextEdit } from "../text/textRange.ts";

export interface Fix {
  title: string;
  edits: readonly TextEdit[];
}
