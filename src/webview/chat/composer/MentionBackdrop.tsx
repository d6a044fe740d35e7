/** An element behind the input with the same, invisible text, which highlights mentions of attachments. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Mention } from "../../../chat/request/mentions.ts";

interface MentionBackdropProps {
  text: string;
  mentions: readonly Mention[];
  input: { readonly current: HTMLTextAreaElement | null };
}

/** Splits the text; `draw` renders the mentions. */
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
      {/* As in the input, a new line starts after the last line feed. */}
      <br />
    </div>
  );
}
