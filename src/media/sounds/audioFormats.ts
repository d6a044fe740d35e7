/** The formats that are encoded and decoded here. */
export const audioFormats = ["mp3", "wav", "flac", "opus"] as const;
export type AudioFormat = (typeof audioFormats)[number];
