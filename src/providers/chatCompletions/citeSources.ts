import type { JSONValue } from "@ai-sdk/provider";
import type { Source } from "./readChunk.ts";

/** OpenRouter's annotations for sources: at the place in the text that names the number, or for the whole text. */
export function cite(sources: readonly Source[], text: string): JSONValue[] {
  return sources.map(({ url, title = url }, index) => {
    const mark = `[${index + 1}]`;
    const start = text.indexOf(mark);
    return { url_citation: { url, title, ...(start < 0 ? {} : { start_index: start, end_index: start + mark.length }) } };
  });
}
