/** The message of the error that a kind of diagram throws which the bundle of Mermaid does not have. */
export const leftOut = "diagram-left-out";
