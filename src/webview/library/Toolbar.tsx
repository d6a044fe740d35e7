/** The search, the order and the active filters. */
import { useEffect, useRef, useState } from "preact/hooks";
import { facetNames, isNarrowed, type LibraryQuery, librarySorts, wholeLibrary } from "../../library/libraryQuery.ts";
import { Icon, IconButton } from "../Button.tsx";
import { usePanel } from "./panel.ts";
import { t } from "./texts.ts";

/** Milliseconds without typing before a search starts, so that not every letter is searched. */
const typingMilliseconds = 120;

function SearchBox({ query }: { query: LibraryQuery }) {
  const { store } = usePanel();
  const [text, setText] = useState(query.text);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(query.text);
  useEffect(() => {
    if (text === store.state.query.text) return;
    const timer = setTimeout(() => {
      sent.current = text;
      store.find({ ...store.state.query, text });
    }, typingMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  // The button that clears the filters also clears the text. Text typed during a search is kept.
  useEffect(() => {
    if (query.text === sent.current) return;
    sent.current = query.text;
    setText(query.text);
  }, [query.text]);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        value={text}
        placeholder={t("search")}
        aria-label={t("search")}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === "") return;
          event.stopPropagation();
          // An input method cancels only the text that is being composed.
          setText("");
        }}
      />
      {text !== "" && (
        <IconButton
          icon="close"
          title={t("searchClear")}
          onClick={() => {
            setText("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface ToolbarProps {
  query: LibraryQuery;
  /** Number of results found; undefined: not known yet. */
  total: number | undefined;
  hasFilters: boolean;
  onFilters(): void;
  hasDetails: boolean;
  onDetails(): void;
}

export function Toolbar({ query, total, hasFilters, onFilters, hasDetails, onDetails }: ToolbarProps) {
  const { store } = usePanel();
  const active = facetNames.filter((name) => query.chosen[name].length > 0).length + Number(query.favourites);
  return (
    <header class="toolbar">
      <SearchBox query={query} />
      <div class="bar">
        <select
          class="select"
          aria-label={t("sort")}
          title={t("sort")}
          value={query.sort}
          onChange={({ currentTarget }) => {
            const sort = librarySorts.find((one) => one === currentTarget.value);
            if (sort !== undefined) store.find({ ...query, sort });
          }}
        >
          {librarySorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(sort)}
            </option>
          ))}
        </select>
        <IconButton
          icon={query.favourites ? "heart-filled" : "heart"}
          title={t("favourites")}
          pressed={query.favourites}
          class={query.favourites ? "marked" : ""}
          onClick={() => store.find({ ...query, favourites: !query.favourites })}
        />
        <IconButton
          icon="layers"
          title={t("stack")}
          pressed={query.stacked}
          class={query.stacked ? "marked" : ""}
          onClick={() => store.find({ ...query, stacked: !query.stacked })}
        />
        <IconButton
          icon="filter"
          title={active > 0 ? t("filtersActive", active) : t("filters")}
          expanded={hasFilters}
          class={active > 0 ? "marked" : ""}
          onClick={onFilters}
        />
        <IconButton icon="info" title={t("detailsShow")} pressed={hasDetails} class={hasDetails ? "marked" : ""} onClick={onDetails} />
        {isNarrowed(query) && (
          <IconButton
            icon="circle-slash"
            title={t("filtersClear")}
            onClick={() => store.find({ ...query, text: "", favourites: false, chosen: wholeLibrary.chosen })}
          />
        )}
        <span class="note" role="status">
          {total === undefined ? "" : t("total", total)}
        </span>
      </div>
    </header>
  );
}
