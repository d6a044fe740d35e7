/** Adds sentences from invented sources to an answer, with citations. */
import type { Citation } from "../../contract/generationRequest.ts";
import { capitalised, keyWords, topicOf } from "./analyseText.ts";

const slug = (text: string) => wordsJoined(text) || "topic";
const wordsJoined = (text: string) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, 6).join("-");

/** The sources are at the reserved domain example.com, and are labelled as demo. Indexes count UTF-16 code units. */
export function citeSources(answer: string, prompt: string): { text: string; citations: Citation[] } {
  const topic = topicOf(prompt);
  const key = keyWords(prompt, 1)[0]?.word ?? topic;
  const sources = [
    {
      title: `Demo source: ${capitalised(topic)}, an overview`,
      path: "overview",
      sentence: `The overview describes ${topic} in general terms.`,
    },
    { title: `Demo source: Ten questions about ${key}`, path: "questions", sentence: `Readers most often ask where ${key} begins.` },
    { title: `Demo source: ${capitalised(key)} in figures`, path: "figures", sentence: `The figures on ${key} are from this year.` },
  ];
  let text = `${answer}\n\n### From the demo web search\n`;
  const citations = sources.map(({ title, path, sentence }) => {
    text += "\n- ";
    const start = text.length;
    text += sentence;
    return { url: `https://example.com/demo/${slug(topic)}/${path}`, title, start, end: text.length };
  });
  return { text: `${text}\n`, citations };
}
