/** The sample rate of all speech. */

/** Samples per second: a rate that all our formats support. */
export const speechRate = 24_000;
