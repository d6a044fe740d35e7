/** What languages with light markup have in common. */

/** Removes marks around words, such as `*word*`, and blank lines that are left over. */
export function readInlineMarks(text: string, marks: readonly string[]): string {
  const mark = marks.map((one) => one.replace(/[*+]/g, String.raw`\$&`)).join("|");
  const marked = new RegExp(String.raw`(?<![\p{L}\p{N}\\:/])(${mark})(?=\S)([^\n]{1,500}?)(?<=\S)(?<!\\)\1(?![\p{L}\p{N}])`, "gu");
  let plain = text;
  // Marks may be inside others.
  for (let depth = 0; depth < 3; depth += 1) plain = plain.replace(marked, "$2");
  return plain
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ (?=[.,;](?:\s|$)|$)/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The cells of `| a | b |`, separated by commas. */
export function textOfRow(row: string): string {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
}
