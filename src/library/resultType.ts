/** The type under which a result is dragged: its number, and the key of its task. */
export const resultType = "application/vnd.generation-studio.result+json";
