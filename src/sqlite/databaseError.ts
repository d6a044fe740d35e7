/** The one error type that opening a database throws. */

const databaseErrorKinds = [
  /** written by a newer version of this program: nothing in it is read or changed */ "newer",
  /** the folder or the file cannot be read or written */ "unusable",
] as const;
export type DatabaseErrorKind = (typeof databaseErrorKinds)[number];

export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DatabaseError";
    this.kind = kind;
  }
}
