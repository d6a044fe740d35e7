/** Limits the citations of an answer, which packages hold until its text ends: none of them is counted as text before. */
import { EngineError } from "../providerError.ts";
import { inMebibytes, longestText, mostCitations } from "./answerLimits.ts";

/** In an event of Claude, or of Responses, that has a citation. */
const marks = ['"citations_delta"', '.annotation.added"'];
const lineFeed = 0x0a;

export class CitationCounter {
  #count = 0;
  #bytes = 0;

  /** @throws EngineError if there are more citations than are kept */
  add(lines: Buffer): void {
    for (const mark of marks) {
      for (let at = lines.indexOf(mark); at >= 0; ) {
        const start = lines.lastIndexOf(lineFeed, at) + 1;
        const end = lines.indexOf(lineFeed, at);
        const next = end < 0 ? lines.length : end;
        this.#count += 1;
        this.#bytes += next - start;
        at = lines.indexOf(mark, next);
      }
    }
    requireFewCitations(this.#count);
    if (this.#bytes > longestText) throw new EngineError(`the citations of its answer are longer than ${inMebibytes(longestText)}.`);
  }
}

/** @throws EngineError if there are more citations than are kept */
export function requireFewCitations(count: number): void {
  if (count > mostCitations) throw new EngineError(`its answer has more than ${mostCitations} citations.`);
}
