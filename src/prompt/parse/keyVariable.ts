/** The environment variable from which copied requests and the command line read the key. */
export const keyVariable = "GENERATION_STUDIO_API_KEY";
