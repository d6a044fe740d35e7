/** The ways to compare results: side by side, or two images on top of each other. */
const overlayModes = ["swipe", "onionSkin", "difference"] as const;
export type OverlayMode = (typeof overlayModes)[number];

export const compareModes = ["sideBySide", ...overlayModes] as const;
export type CompareMode = (typeof compareModes)[number];
