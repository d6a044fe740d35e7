/** Type of the library's editor tabs. */
export const libraryEditor = "generationStudio.library";
