/** Finds a text in the conversation, highlights the matches and moves between them. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { visiblePath } from "../../../chat/conversation/conversation.ts";
import { hiddenMatch, literalMatch } from "../../../chat/conversation/searchedText.ts";
import { IconButton } from "../../Button.tsx";
import { showSource } from "../../diagrams/diagramView.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { findRanges } from "./findRanges.ts";

const allMatches = "find-match";
const currentMatch = "find-current";

export function Find() {
  const { store, host } = usePanel();
  const { conversation } = store.state;
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(() => store.state.searched?.query ?? "");
  const [found, setFound] = useState<{ ranges: Range[]; at: number }>({ ranges: [], at: 0 });

  const show = (ranges: Range[], at: number) => {
    setFound({ ranges, at });
    CSS.highlights.set(allMatches, new Highlight(...ranges));
    const current = ranges[at];
    if (current === undefined) {
      CSS.highlights.delete(currentMatch);
      return;
    }
    const highlight = new Highlight(current);
    highlight.priority = 1;
    CSS.highlights.set(currentMatch, highlight);
    const holder = current.startContainer.parentElement;
    holder?.closest("details")?.setAttribute("open", "");
    if (holder) showSource(holder);
    holder?.scrollIntoView({ block: "center" });
  };
  /** Focuses the turn of the current match, so that the user can continue there. */
  const close = () => {
    store.update({ finding: false, searched: undefined });
    const turn = found.ranges[found.at]?.startContainer.parentElement?.closest<HTMLElement>("article.turn");
    turn?.focus({ preventScroll: true });
  };
  const look = () => {
    const turns = document.querySelector(".turns");
    return turns === null ? [] : findRanges(turns, query);
  };
  /** Searches again, because a streaming answer may have grown. */
  const step = (by: number) => {
    const ranges = look();
    show(ranges, ranges.length === 0 ? 0 : (found.at + by + ranges.length) % ranges.length);
  };

  useLayoutEffect(
    () =>
      store.subscribeRequest("find", () => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  useEffect(
    () => () => {
      CSS.highlights.delete(allMatches);
      CSS.highlights.delete(currentMatch);
    },
    [],
  );
  const start = () => show(look(), 0);
  // A layout effect, so that Enter continues from the typed text.
  useLayoutEffect(start, [query]);
  useEffect(start, [conversation && visiblePath(conversation).at(-1)?.id]);
  const { searched } = store.state;
  // The search of all conversations finds words in any order and in all branches.
  useEffect(() => {
    if (searched === undefined) return;
    const hidden = conversation && hiddenMatch(conversation, searched.query);
    for (const turnId of hidden ?? []) host.call("chooseTurn", { turnId });
    setQuery(literalMatch(conversation, searched.query));
  }, [searched]);

  return (
    <search class="find buttons">
      <input
        ref={input}
        type="text"
        class="text"
        aria-label={t("findInConversation")}
        placeholder={t("find")}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="find-steps">
        <span class="find-count note" role="status">
          {query === "" ? "" : found.ranges.length === 0 ? t("findNone") : t("findPosition", found.at + 1, found.ranges.length)}
        </span>
        <IconButton icon="arrow-up" title={t("findPrevious")} onClick={() => step(-1)} />
        <IconButton icon="arrow-down" title={t("findNext")} onClick={() => step(1)} />
        <IconButton icon="close" title={t("close")} onClick={close} />
      </span>
    </search>
  );
}
