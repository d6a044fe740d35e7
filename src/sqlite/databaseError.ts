/** The one error type of opening a database, and of waiting for one. */

const databaseErrorKinds = [
  /** written by a newer version of this program: nothing in it is read or changed */ "newer",
  /** the folder or the file cannot be read or written */ "unusable",
  /** another process has locked it for long: nothing was written */ "busy",
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

/** Another process has locked the database for long. */
export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === "busy";
}
