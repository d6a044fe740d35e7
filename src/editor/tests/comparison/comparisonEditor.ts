/** Type of the editor tabs that compare models. */
export const comparisonEditor = "generationStudio.comparison";
