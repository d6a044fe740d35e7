/** Merges a code block of an answer into a document: as code, or as a patch. */
import { applyPatch } from "./applyPatch.ts";
import { type Merged, mergeCode } from "./mergeCode.ts";
import type { FilePatch } from "./patch.ts";
import { readPatch } from "./readPatch.ts";

/** `rejected`: numbers of the patch's hunks, from 1, that do not fit the document. */
export type MergedBlock = Merged | { type: "rejected"; hunks: readonly number[]; count: number };

/** Lines that a document is given as a patch, or as code. */
export type BlockContent = { type: "patch"; files: readonly FilePatch[] } | { type: "code"; code: string };

/** @param info The text after the opening fence. */
export function readBlock(code: string, info: string): BlockContent {
  const files = readPatch(code, info);
  return files === undefined ? { type: "code", code } : { type: "patch", files };
}

/** Nothing is applied if a hunk does not fit. */
export function mergePatch(lines: readonly string[], { hunks, endsWithNewline }: FilePatch): MergedBlock {
  const patched = applyPatch(lines, hunks);
  if (patched.failed.length > 0) return { type: "rejected", hunks: patched.failed, count: hunks.length };
  const isNew = lines.every((line) => line.trim() === "");
  const end = endsWithNewline ?? (isNew ? true : undefined);
  return { type: "merged", lines: patched.isAtEnd ? withEnd(patched.lines, end) : patched.lines };
}

/** The last line of a text that ends with a line break is empty. */
function withEnd(lines: string[], endsWithNewline: boolean | undefined): string[] {
  const hasBreak = lines.at(-1) === "";
  if (endsWithNewline === undefined || endsWithNewline === hasBreak) return lines;
  return endsWithNewline ? [...lines, ""] : lines.slice(0, -1);
}

/** @param languageId The document's language. */
export function mergeBlock(lines: readonly string[], code: string, languageId: string): MergedBlock {
  return mergeCode(lines, code.replaceAll("\r", "").split("\n"), languageId);
}
