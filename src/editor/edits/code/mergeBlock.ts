/** Merges a code block of an answer into a document: as code, or as a patch. */
import { decodeEntities } from "../../../contract/decodeEntities.ts";
import { applyPatch, type Patched } from "./applyPatch.ts";
import { isElision } from "./elisions.ts";
import { type Merged, mergeCode } from "./mergeCode.ts";
import { mergeDocuments } from "./mergeDocuments.ts";
import type { FilePatch, PatchHunk } from "./patch.ts";
import { readPatch } from "./readPatch.ts";
import { changeOf } from "./readReplacements.ts";

/** `rejected`: numbers of the patch's hunks, from 1, that do not fit the document. */
export type MergedBlock = Merged | { type: "rejected"; hunks: readonly number[]; count: number };

/** Lines that a document is given as a patch, or as code. */
export type BlockContent = { type: "patch"; files: readonly FilePatch[] } | { type: "code"; code: string };

/** @param info The text after the opening fence. */
export function readBlock(text: string, info: string): BlockContent {
  // A byte order mark is no part of the code.
  const code = text.replace(/^\uFEFF/, "");
  const files = readPatch(code, info);
  return files === undefined ? { type: "code", code } : { type: "patch", files };
}

/** Nothing is applied if a hunk does not fit. */
export function mergePatch(lines: readonly string[], { hunks, endsWithNewline }: FilePatch): MergedBlock {
  const isNew = lines.every((line) => line.trim() === "");
  const known = new Set(lines.map((line) => line.trim()));
  const filled = isNew ? hunks : hunks.map((hunk) => fillElisions(hunk, known)).filter((hunk) => hunk !== undefined);
  if (filled.length < hunks.length) return { type: "unclear" };
  const patched = patchDecoded(lines, filled);
  if (patched.failed.length > 0) return { type: "rejected", hunks: patched.failed, count: hunks.length };
  const end = endsWithNewline ?? (isNew ? true : undefined);
  return { type: "merged", lines: patched.isAtEnd ? withEnd(patched.lines, end) : patched.lines };
}

/** A hunk may write what stands for some of its old lines, such as `// ... existing code ...`. undefined: it is not known which. */
function fillElisions(hunk: PatchHunk, known: ReadonlySet<string>): PatchHunk | undefined {
  const isWritten = hunk.lines.some(({ type, text }) => type === "added" && isElision(text, (line) => known.has(line)));
  if (!isWritten) return hunk;
  const textsWithout = (side: "added" | "removed") => hunk.lines.filter(({ type }) => type !== side).map(({ text }) => text);
  const old = textsWithout("added");
  const merged = mergeCode(old, textsWithout("removed"));
  return merged.type === "merged" ? { ...hunk, lines: changeOf(old, merged.lines) } : undefined;
}

/** Some models write code in XML, with entities. */
function patchDecoded(lines: readonly string[], hunks: readonly PatchHunk[]): Patched {
  const patched = applyPatch(lines, hunks);
  if (patched.failed.length === 0) return patched;
  const decoded = hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({ ...line, text: decodeEntities(line.text) })),
  }));
  const second = applyPatch(lines, decoded);
  return second.failed.length === 0 ? second : patched;
}

/** The last line of a text that ends with a line break is empty. */
function withEnd(lines: string[], endsWithNewline: boolean | undefined): string[] {
  const hasBreak = lines.at(-1) === "";
  if (endsWithNewline === undefined || endsWithNewline === hasBreak) return lines;
  return endsWithNewline ? [...lines, ""] : lines.slice(0, -1);
}

/** @param languageId The document's language. */
export function mergeBlock(lines: readonly string[], code: string, languageId: string): MergedBlock {
  const added = code.replaceAll("\r", "").split("\n");
  return (/^(?:yaml|helm)$/.test(languageId) ? mergeDocuments(lines, added, languageId) : undefined) ?? mergeCode(lines, added, languageId);
}
