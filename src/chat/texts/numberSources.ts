/** Lists and numbers the sources of a text: each address once, in the order of the first citations. */
import type { Citation } from "../../output/outputPart.ts";

export function listSources(citations: readonly Citation[]): Citation[] {
  const sources = new Map<string, Citation>();
  for (const citation of citations) {
    const known = sources.get(citation.url);
    if (known === undefined || (known.title === undefined && citation.title !== undefined)) sources.set(citation.url, citation);
  }
  return [...sources.values()];
}

/** The one-based source number of each citation, in order. */
export function numberCitations(citations: readonly Citation[]): number[] {
  const numbers = new Map(listSources(citations).map((source, index) => [source.url, index + 1]));
  return citations.map(({ url }) => numbers.get(url) ?? 0);
}
