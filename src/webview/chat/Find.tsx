/** A text to find in; the places in the conversation that hold it, marked and visited one by one, out. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts.ts";
import { IconButton } from "./Button.tsx";
import { findRanges } from "./findRanges.ts";
import { usePanel } from "./panel.ts";

const allMatches = "find-match";
const currentMatch = "find-current";

export function Find() {
  const { store } = usePanel();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ ranges: Range[]; at: number }>({ ranges: [], at: 0 });

  const show = (ranges: Range[], at: number) => {
    setFound({ ranges, at });
    CSS.highlights.set(allMatches, new Highlight(...ranges));
    const current = ranges[at];
    if (current === undefined) {
      CSS.highlights.delete(currentMatch);
      return;
    }
    CSS.highlights.set(currentMatch, new Highlight(current));
    const holder = current.startContainer.parentElement;
    holder?.closest("details")?.setAttribute("open", "");
    holder?.scrollIntoView({ block: "center" });
  };
  /** The reader goes on where something was found. */
  const close = () => {
    store.update({ finding: false });
    const place = found.ranges[found.at]?.startContainer.parentElement?.closest<HTMLElement>("article.turn");
    place?.focus({ preventScroll: true });
  };
  const look = () => {
    const turns = document.querySelector(".turns");
    return turns === null ? [] : findRanges(turns, query);
  };
  /** An answer that streams has more by now. */
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
  useEffect(() => show(look(), 0), [query]);

  return (
    <search class="find">
      <input
        ref={input}
        type="text"
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
        <span class="find-count" role="status">
          {query === "" ? "" : found.ranges.length === 0 ? t("findNone") : t("findPlace", found.at + 1, found.ranges.length)}
        </span>
        <IconButton icon="arrow-up" title={t("findPrevious")} onClick={() => step(-1)} />
        <IconButton icon="arrow-down" title={t("findNext")} onClick={() => step(1)} />
        <IconButton icon="close" title={t("close")} onClick={close} />
      </span>
    </search>
  );
}
