/** The texts of notifications, progresses and input boxes, in which VS Code makes links of what has their form in Markdown. */
import { withoutReordering } from "./withoutReordering.ts";

/**
 * Such a link may run any command, but names, errors and answers are the words of others: it stays text, and names are shown as they are
 * written. Source: VS Code, `src/vs/base/common/linkedText.ts`.
 */
export function plainMessage(text: string): string {
  return withoutReordering(text).replaceAll("](", "] (");
}
