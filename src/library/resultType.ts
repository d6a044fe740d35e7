/** The media type of dragged results: the number of a result, the key of its task and, if several are selected, all selected results. */
export const resultType = "application/vnd.generation-studio.result+json";
