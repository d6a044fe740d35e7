/** What a thrown value says: the message of an error, also of another realm or library, or a thrown text. */
export function errorText(error: unknown): string {
  // If several addresses were tried, each has an error of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(errorText).join("; ");
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  if (typeof message === "string" && message !== "") return message;
  return error instanceof Error ? error.name : "unknown error";
}
