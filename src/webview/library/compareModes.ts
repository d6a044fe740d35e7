/** How results are compared: each for itself, or two images in the same place. */
const overlayModes = ["swipe", "onionSkin", "difference"] as const;
export type OverlayMode = (typeof overlayModes)[number];

export const compareModes = ["sideBySide", ...overlayModes] as const;
export type CompareMode = (typeof compareModes)[number];
