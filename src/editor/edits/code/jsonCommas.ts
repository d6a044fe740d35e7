/** Repairs the commas between members of JSON, which answers that show a part of it often have too few or too many of. */

const value = /(?:["\]}\d]|true|false|null)$/;

/** @param before The lines before the code was merged: commas are repaired only if they were JSON, so that they have no comments. */
export function repairCommas(before: readonly string[], lines: string[]): string[] {
  if (!isJson(before) || isJson(lines)) return lines;
  const filled = lines.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
  const repaired = [...lines];
  for (const [at, index] of filled.entries()) {
    const line = (lines[index] ?? "").trimEnd();
    const next = (lines[filled[at + 1] ?? lines.length] ?? "").trim();
    const isLast = next === "" || /^[}\]]/.test(next);
    if (isLast && line.endsWith(",")) repaired[index] = line.slice(0, -1);
    else if (!isLast && value.test(line)) repaired[index] = `${line},`;
  }
  return isJson(repaired) ? repaired : lines;
}

function isJson(lines: readonly string[]): boolean {
  try {
    JSON.parse(lines.join("\n"));
    return true;
  } catch {
    return false;
  }
}
