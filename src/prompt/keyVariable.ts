/** Nothing in; the name of the environment variable that copied requests and the command line read the key from, out. */
export const keyVariable = "GENERATION_STUDIO_API_KEY";
