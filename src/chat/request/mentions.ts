/** Finds mentions of attachments in a message: a `#` followed by the attachment's name, or the last part of it, also as `#file:"name"`. */
import type { Attachment } from "../conversation/turn.ts";

export interface Mention<Named extends Pick<Attachment, "name"> = Attachment> {
  attachment: Named;
  /** UTF-16 code units, including the `#`; `end` is exclusive. */
  start: number;
  end: number;
}

const sign = /[#＃](?:file:)?(?<quote>["'`]?)/gu;
/** What is before a `#` inside a word or an address; punctuation and scripts without spaces may come before a mention. */
const insideWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_/&#＃=.?-]$/u;
/** Scripts without spaces, in which a word may follow a name of another script. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Characters after a name that would make it a different name. */
const nameCharacters = /^(?:[\p{L}\p{M}\p{N}_\\]|[/-](?![#＃])|\.[\p{L}\p{N}])/u;

function goesOn(label: string, after: string): boolean {
  if (label.endsWith("/") || !nameCharacters.test(after)) return false;
  return !unspaced.test(after.charAt(0)) || unspaced.test(label.slice(-1));
}

/** The name of a folder ends with a slash. */
function lastPart(name: string): string {
  return name.replace(/\/$/, "").replace(/^.*\//s, "");
}

/** How the attachment is mentioned: by the last part of its name, or by the whole name if the last part is ambiguous. */
export function mentionOf(name: string, attachments: readonly Pick<Attachment, "name">[]): string {
  const last = lastPart(name);
  const isAmbiguous = attachments.some((other) => other.name !== name && lastPart(other.name) === last);
  return `#${isAmbiguous ? name : last}`;
}

/** In the order of the text. If several names match, the longest one is used. */
export function findMentions<Named extends Pick<Attachment, "name">>(text: string, attachments: readonly Named[]): Mention<Named>[] {
  if (attachments.length === 0 || !/[#＃]/.test(text)) return [];
  // File systems write accents in either form, keyboards mostly as one character.
  const spellings = (label: string) => new Set([label, label.normalize("NFC"), label.normalize("NFD")]);
  const named = attachments.flatMap((attachment) =>
    [attachment.name, lastPart(attachment.name)].flatMap((name) => [...spellings(name)].map((label) => ({ attachment, label }))),
  );
  let previousEnd = -1;
  return [...text.matchAll(sign)].flatMap(({ 0: opened, index: start, groups }) => {
    // Another mention may be directly before it, as in `#a.ts#b.ts` and `#a.ts/#b.ts`.
    const follows = start === previousEnd || (start === previousEnd + 1 && /[/&=.?-]/.test(text.charAt(previousEnd)));
    if (!follows && insideWord.test(text.slice(Math.max(0, start - 2), start))) return [];
    const quote = groups?.quote ?? "";
    const from = start + opened.length;
    const fitting = named.filter(({ label }) => {
      const end = from + label.length;
      if (label === "" || !text.startsWith(label, from)) return false;
      return quote === "" ? !goesOn(label, text.slice(end, end + 3)) : text.startsWith(quote, end);
    });
    const [longest] = fitting.toSorted((one, other) => other.label.length - one.label.length);
    if (longest === undefined) return [];
    previousEnd = from + longest.label.length + quote.length;
    return [{ attachment: longest.attachment, start, end: previousEnd }];
  });
}
