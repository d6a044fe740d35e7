/** The highest rating; 0 means not rated. */
export const mostStars = 5;
