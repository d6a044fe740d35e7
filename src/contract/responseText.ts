/** Reads the text and the sources of a Response's messages. */
import { isUrlCitation, type ResponseObject, type UrlCitation } from "./response.ts";

/** Text and refusals of all messages, concatenated; empty if there are none. */
export function responseText(response: ResponseObject | undefined): string {
  const parts = (response?.output ?? []).flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  return parts.map((part) => part.text ?? part.refusal ?? "").join("");
}

/** The summaries of the reasoning in paragraphs; empty if there are none. */
export function responseReasoning(response: ResponseObject | undefined): string {
  const items = (response?.output ?? []).filter(({ type }) => type === "reasoning");
  const parts = items.flatMap((item): { text?: string | null | undefined }[] =>
    item.summary?.length ? item.summary : (item.content ?? []),
  );
  return parts
    .map(({ text }) => text?.trim() ?? "")
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Each cited address once, in the order of first citation. */
export function responseSources(response: ResponseObject | undefined): UrlCitation[] {
  const parts = (response?.output ?? []).flatMap((item) => item.content ?? []);
  const citations = parts.flatMap((part) => (part.annotations ?? []).filter(isUrlCitation));
  const sources = new Map<string, UrlCitation>();
  for (const citation of citations) if (!sources.has(citation.url)) sources.set(citation.url, citation);
  return [...sources.values()];
}
