/** A patch in an answer. */

export interface PatchLine {
  type: "context" | "removed" | "added";
  text: string;
}

export interface PatchHunk {
  lines: readonly PatchLine[];
  /** Zero-based line in the old text, as the header says, which may be wrong. undefined: unknown. */
  line: number | undefined;
  /** Lines above the hunk, such as the head of its class and of its function, outermost first. */
  below: readonly string[];
  /** Whether it ends at the end of the file. */
  isAtEnd?: true;
}

export interface FilePatch {
  /** The file's path, as written; undefined: not given. */
  path: string | undefined;
  /** The path before a rename; undefined: the file keeps its name. */
  oldPath?: string;
  /** true: the patch deletes the file. */
  isDeleted: boolean;
  hunks: readonly PatchHunk[];
  /** Whether the file ends with a line break afterwards; undefined: as before. */
  endsWithNewline?: boolean;
}
