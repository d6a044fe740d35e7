/** The folder with styles, in a folder of the workspace or in the user's home folder. */
export const styleFolder: readonly string[] = [".generation-studio", "styles"];

/** The same for messages. */
export const styleFolderName = styleFolder.join("/");

/** Limits of what is read: more was not written by hand. */
export const styleLimits = { files: 200, bytes: 100_000 } as const;
