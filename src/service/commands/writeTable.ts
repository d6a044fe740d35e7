/** Formats lines with aligned columns. */
export function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = lines.reduce<number[]>((widest, line) => line.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)), []);
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
