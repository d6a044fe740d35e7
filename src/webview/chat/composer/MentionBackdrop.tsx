/** An element behind the input with the same, invisible text, which highlights mentions of attachments. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Mention } from "../../../chat/request/mentions.ts";

interface MentionBackdropProps {
  text: string;
  mentions: readonly Mention[];
  input: { readonly current: HTMLTextAreaElement | null };
}

/** Splits the text; `draw` renders the mentions, `drawText` what is around them, with its start. */
export function splitMentions<Drawn, Text>(
  text: string,
  mentions: readonly Mention[],
  draw: (written: string, mention: Mention) => Drawn,
  drawText: (text: string, start: number) => Text,
): (Drawn | Text)[] {
  let from = 0;
  const pieces = mentions.flatMap((mention) => {
    const before = drawText(text.slice(from, mention.start), from);
    from = mention.end;
    return [before, draw(text.slice(mention.start, mention.end), mention)];
  });
  return [...pieces, drawText(text.slice(from), from)];
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
      {splitMentions(
        text,
        mentions,
        (written, { start }) => (
          <span key={start} class="mention">
            {written}
          </span>
        ),
        (written) => written,
      )}
      {/* As in the input, a new line starts after the last line feed. */}
      <br />
    </div>
  );
}
