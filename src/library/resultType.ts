/** The media type of dragged results: the number of a result, the key of its task, and all other selected results. */
export const resultType = "application/vnd.generation-studio.result+json";
