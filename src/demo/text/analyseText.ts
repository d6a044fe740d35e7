/** Words, sentences, key words and the topic of a text. */
import { cutText } from "../../contract/cutText.ts";

/** Words in any script; an apostrophe or hyphen inside is part of the word. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Sentences without headings, tables, code, images, the addresses of links and the markers of lists. */
export function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/^(?:#{1,6} |[ \t]*\|).*$/gm, "\n\n")
    .replace(/!\[[^\]]{0,1000}\]\([^()\s]{0,1000}\)/g, "\n\n")
    .replace(/\[([^[\]]{0,1000})\]\([^()\s]{0,1000}\)/g, "$1")
    .replace(/^[ \t]*(?:[-*+>]|\d+\.)[ \t]+/gm, "");
  return plain
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").match(/[^.!?…。！？]+(?:[.!?…。！？]+["'”’)]*|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The most frequent longer words in lower case; equally frequent ones in text order. */
export function keyWords(text: string, count: number): string[] {
  const words = wordsOf(text.toLowerCase()).filter((word) => word.length > 3);
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const byTimes = [...times].toSorted((a, b) => b[1] - a[1]);
  return byTimes.slice(0, count).map(([word]) => word);
}

const verbs =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:write|give|make|create|draw|explain|describe|compare|tell|show|list|plan|what is|what are)\s+(?:me\s+|us\s+)?(?:an? |the |about )?/i;

/** The topic of a request in at most 60 characters, and in whole words where it has some: the text after "about" or "of", otherwise the first line without its verb. */
export function topicOf(request: string): string {
  const line = (request.split("\n").find((part) => part.trim()) ?? "").trim();
  const topic = line.split(/\b(?:about|comparing|of|for|on)\s/i)[1]?.trim() || line.replace(verbs, "");
  const start = cutText(topic, 60);
  const isCut = start.length < topic.length;
  const whole = isCut && start.includes(" ") ? start.slice(0, start.lastIndexOf(" ")) : start;
  return `${whole.replace(/(?<![\s.?!,:;])[\s.?!,:;]+$/, "") || "your request"}${isCut ? "…" : ""}`;
}

/** The text with its first letter capitalised. */
export const capitalised = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
