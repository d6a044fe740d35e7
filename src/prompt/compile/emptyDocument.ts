/** Says why a document without any text is not run. */
export const emptyDocument = "The document is empty: write a prompt.";
