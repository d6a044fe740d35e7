/** The lines of a patch as those of a unified diff between two files, without what surrounds it. */
import { commonIndentation } from "./indentation.ts";

export const hunkStart = /^@@(?:$|\s)/;
export const gitHeader = /^diff --(?:git|cc|combined) (.+)$/;

export function patchLines(lines: readonly string[]): readonly string[] {
  return withoutMail(againstFirstParent(withoutIndentation(lines)));
}

/** A patch in a list item may be indented as a whole, which its headers show. */
function withoutIndentation(lines: readonly string[]): readonly string[] {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indentation = commonIndentation(lines);
  if (indentation === "" || !/^\s+(?:@@|--- |diff --git |\*\*\* )/.test(first)) return lines;
  return lines.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
}

/** A combined diff of a merge as the diff against its first parent. Source: git-diff, "Combined diff format". */
function againstFirstParent(lines: readonly string[]): readonly string[] {
  let parents = 1;
  return lines.flatMap((line) => {
    const signs = /^@@@+(?= -)/.exec(line)?.[0];
    const words = line.split(" ");
    const [old, changed] = ["-", "+"].map((sign) => words.find((word) => word.startsWith(sign)));
    if (signs !== undefined) parents = signs.length - 1;
    else if (hunkStart.test(line) || gitHeader.test(line)) parents = 1;
    if (signs !== undefined) return [`@@ ${old} ${changed} @@`];
    if (parents === 1 || !/^[ +-]+/.test(line.slice(0, parents)) || line.startsWith("\\")) return [line];
    const others = line.slice(1, parents);
    return line.startsWith(" ") && others.includes("-") ? [] : [line.charAt(0) + line.slice(parents)];
  });
}

/** A commit without its message, and without the version of git below it. */
function withoutMail(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => gitHeader.test(line));
  const isMail = first > 0 && /^(?:From|commit) [0-9a-f]{7,64}\b/.test(lines[0] ?? "");
  const last = lines.findLastIndex((line) => /^-- ?$/.test(line));
  const isSigned = last > 0 && /^\d+\.\d+/.test(lines[last + 1] ?? "") && lines.slice(last + 2).every((line) => line.trim() === "");
  return lines.slice(isMail ? first : 0, isSigned ? last : undefined);
}
