/** The sample rate of all speech. */

/** Samples a second: a rate that every one of our formats takes. */
export const speechRate = 24_000;
