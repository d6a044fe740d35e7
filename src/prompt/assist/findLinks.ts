/** Finds the links of a document to files and web addresses. */
import { findDocumentFiles, isRemote } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextRange } from "../text/textRange.ts";

export interface DocumentLink {
  range: TextRange;
  /** A path relative to the document, an absolute path, or a web address. */
  target: string;
  isPath: boolean;
}

export function findLinks(document: PromptDocument): DocumentLink[] {
  return findDocumentFiles(document)
    .filter((file) => !/^data:/i.test(file.address))
    .map((file) => ({ range: file.range, target: file.address, isPath: !isRemote(file.address) }));
}
