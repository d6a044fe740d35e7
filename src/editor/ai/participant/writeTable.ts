import { escapeMarkdown } from "../../base/escapeMarkdown.ts";

/** A table in Markdown. Cells are plain text. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => escapeMarkdown(cell.replace(/\s+/g, " "))).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
