/** Reads and writes a list of stop phrases as the user types it: separated by commas; a phrase with a comma or quotes is in double quotes. */

export function readPhrases(text: string): string[] {
  const phrases = [...text.matchAll(/"((?:[^"]|"")*)"|[^",]+|"/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole.trim() : quoted.replaceAll('""', '"'),
  );
  return phrases.filter((phrase) => phrase !== "");
}

export function writePhrases(phrases: readonly string[]): string {
  return phrases.map((phrase) => (/[",]|^\s|\s$/.test(phrase) ? `"${phrase.replaceAll('"', '""')}"` : phrase)).join(", ");
}
