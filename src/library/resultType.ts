/** The type under which results are dragged: the number of one, the key of its task, and all that are selected with it. */
export const resultType = "application/vnd.generation-studio.result+json";
