/** The text of MDX without Markdown's syntax, components and code. */
import { plainTextOfMarkdown } from "../../../markup/markdown/plainText.ts";
import { withoutBraces } from "./withoutEnclosed.ts";

export function plainTextOfMdx(text: string): string {
  const statements = /^(?:import|export)\b(?:.*[^\s])?$(?:\n.+$)*/gm;
  return plainTextOfMarkdown(withoutBraces(text.replace(statements, "")).replace(/<\/?[A-Z][\w.]*(?:\s[^<>]*)?>|<\/?>/g, ""));
}
