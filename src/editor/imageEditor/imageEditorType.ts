/** Type of the editor tabs that edit an image. */
export const imageEditorType = "generationStudio.imageEditor";
