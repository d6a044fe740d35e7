/** The context keys of the menus: whether a model is known to announce it. */
export const canUpscale = "generationStudio.canUpscale";
export const canRemoveBackground = "generationStudio.canRemoveBackground";
