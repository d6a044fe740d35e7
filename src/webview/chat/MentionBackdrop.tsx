/** Lies behind the input with the same text, which is not seen, and marks what names an attachment. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Mention } from "../../chat/mentions.ts";

interface MentionBackdropProps {
  text: string;
  mentions: readonly Mention[];
  input: { readonly current: HTMLTextAreaElement | null };
}

/** The text in pieces, those that are mentions as `draw` draws them. */
export function splitMentions<Drawn>(
  text: string,
  mentions: readonly Mention[],
  draw: (written: string, mention: Mention) => Drawn,
): (string | Drawn)[] {
  let from = 0;
  const pieces = mentions.flatMap((mention) => {
    const before = text.slice(from, mention.start);
    from = mention.end;
    return [before, draw(text.slice(mention.start, mention.end), mention)];
  });
  return [...pieces, text.slice(from)];
}

export function MentionBackdrop({ text, mentions, input }: MentionBackdropProps) {
  const backdrop = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scrolled = input.current;
    if (scrolled === null) return;
    const follow = () => {
      if (backdrop.current !== null) backdrop.current.scrollTop = scrolled.scrollTop;
    };
    follow();
    scrolled.addEventListener("scroll", follow);
    return () => scrolled.removeEventListener("scroll", follow);
  }, [text]);
  return (
    <div ref={backdrop} class="input input-backdrop" dir="auto" aria-hidden="true">
      {splitMentions(text, mentions, (written, { start }) => (
        <span key={start} class="mention">
          {written}
        </span>
      ))}
      {/* As the input has it, a line begins behind the last line feed. */}
      <br />
    </div>
  );
}
