/** How an exchange with `/responses` can end. */

/** An abort or a cut never looks complete. */
export const responseOutcomes = ["completed", "incomplete", "failed", "refused", "truncated", "aborted"] as const;
