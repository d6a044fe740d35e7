/** The best rating; 0 is none. */
export const mostStars = 5;
