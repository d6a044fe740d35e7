/** Context keys of VS Code that are set while a model announces that it can change images like this. */
export const canUpscale = "generationStudio.canUpscale";
export const canRemoveBackground = "generationStudio.canRemoveBackground";
