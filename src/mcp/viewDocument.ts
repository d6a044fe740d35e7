/** The view of results as one HTML document. The build puts it in place of this; a server that runs from its sources has none. */
export const viewDocument: string | undefined = undefined;
