/** Type of the form's editor tabs. */
export const formEditor = "generationStudio.requestForm";
