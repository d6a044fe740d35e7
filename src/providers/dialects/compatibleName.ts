/** The name of the options and the metadata of chat completions. */
export const compatibleName = "compatible";
