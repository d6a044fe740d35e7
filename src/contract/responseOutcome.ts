/** How an exchange with `/responses` can end. */

/** An aborted or truncated answer is never `completed`. */
export const responseOutcomes = ["completed", "incomplete", "failed", "refused", "truncated", "aborted"] as const;
