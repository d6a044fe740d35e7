/** The text of the user's turn with its mentions of attachments; a very long text is collapsed. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Attachment } from "../../../chat/conversation/turn.ts";
import { findMentions } from "../../../chat/request/mentions.ts";
import { linkFiles } from "../../markdown/fileLinks.ts";
import { t } from "../../texts.ts";
import { splitMentions } from "../composer/MentionBackdrop.tsx";
import { usePanel } from "../panel.ts";
import { useFileLinks } from "../useFileLinks.ts";
import { SentText } from "./SentText.tsx";

const longestText = 2000;
const longestLines = 30;
/** Visible lines of a collapsed text; the style sheet has the same number. */
export const foldedLines = 12;

export function isLong(text: string): boolean {
  return text.length > longestText || text.split("\n", longestLines + 1).length > longestLines;
}

/** A mention of a workspace file opens the file. */
function NamedText({ text, attachments, className }: { text: string; attachments: readonly Attachment[]; className: string }) {
  const { store } = usePanel();
  const files = useFileLinks();
  const element = useRef<HTMLDivElement>(null);
  const mentions = findMentions(text, attachments);
  useLayoutEffect(() => {
    if (mentions.length === 0) return undefined;
    const link = () => {
      if (element.current !== null) linkFiles(element.current, files);
    };
    link();
    return store.subscribeFiles(link);
  }, [text, attachments]);
  return (
    <div ref={element} class={className}>
      {splitMentions(
        text,
        mentions,
        (written, { start, attachment }) =>
          attachment.url === undefined ? (
            // biome-ignore lint/a11y/useValidAnchor: the link gets its address once the file is found
            <a key={`mention-${start}`} class="mention" dir="ltr" data-file={attachment.name}>
              {written}
            </a>
          ) : (
            <span key={`mention-${start}`} class="mention" dir="auto">
              {written}
            </span>
          ),
        (written, start) => (
          <SentText key={start} text={written} />
        ),
      )}
    </div>
  );
}

/** While Find is open, the whole text is shown, because a match may be anywhere. */
export function PromptText({ text, attachments }: { text: string; attachments: readonly Attachment[] }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isLong(text)) return <NamedText className="prompt-text" text={text} attachments={attachments} />;
  const toggle = () => {
    setUnfolded(!isUnfolded);
    // Collapsing moves the content below by more than a screen, so scroll to the button.
    requestAnimationFrame(() => button.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <>
      <NamedText className={isUnfolded ? "prompt-text" : "prompt-text folded"} text={text} attachments={attachments} />
      <button ref={button} type="button" class="link-button fold" aria-expanded={isUnfolded} onClick={toggle}>
        {isUnfolded ? t("showLess") : t("showAll", text.length)}
      </button>
    </>
  );
}
