/** What is wrong with the journal in; the one error type that opening it throws out. */

export const journalErrorKinds = [
  /** written by a newer version of this program: nothing in it is read or changed */ "newer",
  /** the folder or the file cannot be read or written */ "unusable",
] as const;
export type JournalErrorKind = (typeof journalErrorKinds)[number];

export class JournalError extends Error {
  readonly kind: JournalErrorKind;

  constructor(kind: JournalErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "JournalError";
    this.kind = kind;
  }
}
