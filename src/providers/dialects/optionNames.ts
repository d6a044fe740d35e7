/** The names under which options and metadata are passed to the models of engines. */

/** Of chat completions. */
export const compatibleName = "compatible";
export const comfyName = "comfyui";
export const stableDiffusionName = "stableDiffusion";
/** Of videos. */
export const videoMetadataName = "videos";
