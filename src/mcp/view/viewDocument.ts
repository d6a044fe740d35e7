/** The view of results as one HTML document. The build replaces this module; a server that runs from its sources has no view. */
export const viewDocument: string | undefined = undefined;
