/** The error type for opening a database and for waiting for its lock. */

const databaseErrorKinds = [
  /** written by a newer version of this program: it is neither read nor changed */ "newer",
  /** the folder or the file cannot be read or written */ "unusable",
  /** another process held the lock for too long: nothing was written */ "busy",
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

/** Whether another process held the database's lock for too long. */
export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === "busy";
}
