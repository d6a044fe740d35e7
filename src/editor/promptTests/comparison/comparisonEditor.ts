/** Type of the editor tabs that show a comparison of models. */
export const comparisonEditor = "generationStudio.comparison";
