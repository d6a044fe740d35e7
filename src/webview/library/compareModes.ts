import { overlayModes } from "../media/Overlay.tsx";

/** The ways to compare results: side by side, or two images on top of each other. */
export const compareModes = ["sideBySide", ...overlayModes] as const;
export type CompareMode = (typeof compareModes)[number];
