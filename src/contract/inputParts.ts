/** Parts of `input` that contain a file, without the prefix `input_`. */
export const inputParts = ["file", "image", "audio", "video"] as const;
export type FilePart = (typeof inputParts)[number];
