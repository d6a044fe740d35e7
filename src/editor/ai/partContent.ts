/** What a part of a message or of a tool's result contains. */
export type PartContent =
  | { type: "text"; text: string }
  /** An image that models read, or any other file. `mediaType`: that of the bytes. */
  | { type: "image" | "file"; mediaType: string; data: Uint8Array };
