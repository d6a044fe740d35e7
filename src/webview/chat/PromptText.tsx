/** The text of the user's turn; a very long one is folded. */
import { useRef, useState } from "preact/hooks";
import { t } from "../texts.ts";

const longestText = 2000;
const longestLines = 30;
/** Lines that are shown of a folded text; the style sheet has the same number. */
export const foldedLines = 12;

export function isLong(text: string): boolean {
  return text.length > longestText || text.split("\n", longestLines + 1).length > longestLines;
}

/** While Find is open, all is shown: a match may be anywhere. */
export function PromptText({ text }: { text: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isLong(text)) return <div class="prompt-text">{text}</div>;
  const toggle = () => {
    setUnfolded(!isUnfolded);
    // What follows moves up by more than the window shows.
    requestAnimationFrame(() => button.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <>
      <div class={isUnfolded ? "prompt-text" : "prompt-text folded"}>{text}</div>
      <button ref={button} type="button" class="link-button fold" aria-expanded={isUnfolded} onClick={toggle}>
        {isUnfolded ? t("showLess") : t("showAll", text.length)}
      </button>
    </>
  );
}
