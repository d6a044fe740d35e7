/** Nothing in; how an exchange with `/responses` may end, out. */

/** An abort or a cut never looks complete. */
export const responseOutcomes = ["completed", "incomplete", "failed", "refused", "truncated", "aborted"] as const;
export type ResponseOutcome = (typeof responseOutcomes)[number];
