/** Finds where a message names what is attached to it: a `#` and the name, or the last part of it. */
import type { Attachment } from "./turn.ts";

export interface Mention<Named extends Pick<Attachment, "name"> = Attachment> {
  attachment: Named;
  /** UTF-16 code units, the `#` included; `end` exclusive. */
  start: number;
  end: number;
}

const sign = /(?<![^\s([{«"'])#/gu;
/** What would make another name of it. */
const goesOn = /^(?:[\p{L}\p{N}_/\\-]|\.[\p{L}\p{N}])/u;

/** A folder's name ends with a slash. */
function lastPart(name: string): string {
  return name.replace(/\/$/, "").replace(/^.*\//s, "");
}

/** How the name is written; the whole of it where the last part is that of another attachment. */
export function mentionOf(name: string, attachments: readonly Pick<Attachment, "name">[]): string {
  const last = lastPart(name);
  const isAmbiguous = attachments.some((other) => other.name !== name && lastPart(other.name) === last);
  return `#${isAmbiguous ? name : last}`;
}

/** In the order of the text. Where several fit, it is the one with the longest name. */
export function findMentions<Named extends Pick<Attachment, "name">>(text: string, attachments: readonly Named[]): Mention<Named>[] {
  if (attachments.length === 0 || !text.includes("#")) return [];
  const named = attachments.flatMap((attachment) => [attachment.name, lastPart(attachment.name)].map((label) => ({ attachment, label })));
  return [...text.matchAll(sign)].flatMap(({ index: start }) => {
    const fitting = named.filter(({ label }) => {
      const end = start + 1 + label.length;
      return label !== "" && text.startsWith(label, start + 1) && (label.endsWith("/") || !goesOn.test(text.slice(end, end + 3)));
    });
    const [longest] = fitting.toSorted((one, other) => other.label.length - one.label.length);
    return longest === undefined ? [] : [{ attachment: longest.attachment, start, end: start + 1 + longest.label.length }];
  });
}
