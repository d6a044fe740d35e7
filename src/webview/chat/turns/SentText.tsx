/** A text as the user wrote it: code and addresses in it are isolated from text that runs from right to left, and hidden characters are marked. */
import type { JSX } from "preact";
import { findHidden, nameCharacter } from "../../../contract/hiddenCharacters.ts";

export function SentText({ text }: { text: string }) {
  let from = 0;
  const pieces = findLeftToRight(text).flatMap(({ start, end, where }) => {
    const before = text.slice(from, start);
    from = end;
    return [
      ...markHidden(before, "text"),
      <bdi key={`bdi-${start}`} dir="ltr">
        {markHidden(text.slice(start, end), where)}
      </bdi>,
    ];
  });
  return <>{[...pieces, ...markHidden(text.slice(from), "text")]}</>;
}

interface Span {
  start: number;
  end: number;
  where: "text" | "code";
}

const runOrAddress = /`+|https?:\/\/[^\s<>"`]+/g;

/** Code between backticks, and addresses. A run of backticks ends at the next one of its length. Source: CommonMark 0.31.2, "Code spans". */
function findLeftToRight(text: string): Span[] {
  const found = [...text.matchAll(runOrAddress)];
  const nextOfLength = new Map<number, number>();
  const ends = new Array<number | undefined>(found.length);
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const [written = ""] = found[at] ?? [];
    if (!written.startsWith("`")) continue;
    ends[at] = nextOfLength.get(written.length);
    nextOfLength.set(written.length, at);
  }
  const spans: Span[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const { index: start = 0, 0: written = "" } = found[at] ?? {};
    const last = ends[at];
    if (!written.startsWith("`")) spans.push({ start, end: start + written.length, where: "text" });
    else if (last !== undefined) {
      const closing = found[last];
      spans.push({ start, end: (closing?.index ?? 0) + (closing?.[0].length ?? 0), where: "code" });
      at = last;
    }
  }
  return spans;
}

function markHidden(text: string, where: "text" | "code"): (string | JSX.Element)[] {
  let from = 0;
  const pieces = findHidden(text, where).flatMap(({ index, character }) => {
    const before = text.slice(from, index);
    from = index + character.length;
    const name = nameCharacter(character);
    return [
      before,
      <span key={index} class="hidden-character" data-name={name} title={name}>
        {character}
      </span>,
    ];
  });
  return [...pieces, text.slice(from)];
}
