/** The limits of the interface. Source: spec, "Limits". */

export const limits = {
  /** Files in one request: `/responses` input, v2 `content`. */
  filesPerRequest: 10,
  /** Bytes of all files of one request together: 10 MB, decimal. */
  fileBytesPerRequest: 10_000_000,
  /** Phrases in v2 `stop_sequences`. */
  stopSequences: 50,
  /** Characters of `instructions`, counted as Unicode code points. */
  instructionsMinimum: 1,
  instructionsMaximum: 2000,
  /** Days that a result is stored. */
  storageDays: 30,
} as const;

/** Milliseconds that a result is stored after its creation. */
export const storageMilliseconds = limits.storageDays * 24 * 60 * 60 * 1000;

/** Length of a text in Unicode code points, the unit of `instructions`. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Bytes of the file in a data URI; 0 for an address. */
export function inlineBytes(source: string): number {
  const comma = source.indexOf(",");
  if (comma === -1 || !/^data:/i.test(source)) return 0;
  const padding = source.endsWith("==") ? 2 : source.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor(((source.length - comma - 1) * 3) / 4) - padding);
}
