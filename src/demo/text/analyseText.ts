/** Finds words, sentences, headings, key words and the most important sentences of a text. */

const stopWords = new Set(
  "a about after all also an and any are as at be because been but by can could did do does for from had has have he her his how i if in into is it its just like make me more most my no not of on one only or other our out over please she should so some such tell than that the their them then there these they this to too two up us was we were what when where which who why will with would write you your".split(
    " ",
  ),
);

/** Words in any script; an apostrophe or hyphen inside is part of the word. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Sentences without Markdown's markers at the start of lines. */
export function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/^(?:#{1,6} |[ \t]*\|).*$/gm, "\n\n")
    .replace(/(?:^|(?<=\S[^\S\n]*\n))\s*(?:[-*+>]|\d+\.)\s+/g, "");
  return plain
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").match(/[^.!?…。！？]+(?:[.!?…。！？]+["'”’)]*|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

export interface Heading {
  level: number;
  title: string;
}

/** Markdown's headings, and HTML's. */
export function headingsOf(text: string): Heading[] {
  const found = text.matchAll(/^(#{1,6})[ \t]+(?![ \t])(.+)$|<h([1-6])[^<>]*>((?:(?!<h[1-6]).)*?)<\/h[1-6]>/gim);
  return Array.from(found, ([, marks, title, level, html]) => ({
    level: marks?.length ?? Number(level ?? 1),
    title: (title?.replace(/(?<!#)#+$/, "") ?? html ?? "").replace(/<[^<>]*>/g, "").trim(),
  }));
}

/** Lower-case words by frequency, without the most common words; equally frequent ones in text order. */
export function keyWords(text: string, count: number): { word: string; times: number }[] {
  const times = new Map<string, number>();
  for (const word of wordsOf(text)) {
    const key = word.toLowerCase();
    if (key.length > 2 && !stopWords.has(key)) times.set(key, (times.get(key) ?? 0) + 1);
  }
  return [...times]
    .map(([word, number]) => ({ word, times: number }))
    .sort((a, b) => b.times - a.times)
    .slice(0, count);
}

/** The sentences with the most key words for their length, in text order. */
export function summarise(text: string, count: number): string[] {
  const sentences = sentencesOf(text);
  const weights = new Map(keyWords(text, 30).map(({ word, times }) => [word, times]));
  const scored = sentences.map((sentence, index) => {
    const words = wordsOf(sentence);
    const sum = words.reduce((total, word) => total + (weights.get(word.toLowerCase()) ?? 0), 0);
    return { sentence, index, score: sum / Math.sqrt(words.length + 4) + (index === 0 ? 1 : 0) };
  });
  const best = scored.sort((a, b) => b.score - a.score).slice(0, count);
  return best.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence);
}

/** The topic of a request in at most `length` characters: the text after "about", otherwise the request without its verb. */
export function topicOf(request: string, length = 60): string {
  const line = (request.split("\n").find((part) => part.trim()) ?? "").trim();
  const named = /\b(?:about|comparing|regarding|titled)\s+(.+)$/is.exec(line)?.[1] ?? /\b(?:of|for|on)\s+(.+)$/is.exec(line)?.[1];
  const bare = line.replace(
    /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|give|make|create|draw|explain|describe|compare|tell|show|list|plan|what is|what are)\s+(?:me\s+)?(?:us\s+)?(?:a |an |the |about )?/i,
    "",
  );
  const topic = (named ?? bare)
    .replace(/^(?:in|on|at|to|with) /i, "")
    .replace(/(?<!\s),?\s+(?:as|in|with) (?:a table|a list|an? (?:short )?example)[.?!]?$/i, "")
    .replace(/(?<![\s.?!,:;])[\s.?!,:;]+$/, "")
    .trim();
  if (!topic) return "your request";
  return topic.length > length
    ? `${topic.slice(0, topic.lastIndexOf(" ", length) > 10 ? topic.lastIndexOf(" ", length) : length)}…`
    : topic;
}

/** The text with its first letter capitalised. */
export const capitalised = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
