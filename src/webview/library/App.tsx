/** The library: the toolbar, the grid and the details. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { mostCompared } from "../../library/libraryProtocol.ts";
import { isNarrowed } from "../../library/libraryQuery.ts";
import { IconButton, LinkButton, PrimaryButton } from "../Button.tsx";
import type { FocusKeeper } from "../keepFocus.ts";
import { Compare } from "./Compare.tsx";
import { Details } from "./Details.tsx";
import { Facets } from "./Facets.tsx";
import { Grid } from "./Grid.tsx";
import { useLibrary, usePanel, useRemembered } from "./panel.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { nothingSelected, type Selection } from "./selection.ts";
import { Toolbar } from "./Toolbar.tsx";
import { t } from "./texts.ts";
import { useIsNarrow } from "./useIsNarrow.ts";

/** Maximum number of selected results to remember over a reload. */
const mostRemembered = 500;

interface NoResultsProps {
  error: string | undefined;
  isLoading: boolean;
  isSearched: boolean;
  onTryAgain(): void;
}

/** Says in place of the grid why there are no results. */
function NoResults({ error, isLoading, isSearched, onTryAgain }: NoResultsProps) {
  if (error !== undefined) {
    return (
      <div class="empty" role="alert">
        <p>{t("failed", error)}</p>
        <PrimaryButton onClick={onTryAgain}>{t("tryAgain")}</PrimaryButton>
      </div>
    );
  }
  if (isLoading) {
    return (
      <div class="empty" role="status">
        {t("loading")}
      </div>
    );
  }
  return (
    <div class="empty">
      <p>{t(isSearched ? "notFound" : "empty")}</p>
      {!isSearched && <p>{t("emptyHint")}</p>}
    </div>
  );
}

function RestrictedNotice({ onTrust }: { onTrust(): void }) {
  return (
    <div class="banner" role="status">
      {t("restricted")}
      <LinkButton onClick={onTrust}>{t("trust")}</LinkButton>
    </div>
  );
}

function StackNotice({ onLeave }: { onLeave(): void }) {
  return (
    <div class="banner bar">
      <IconButton icon="arrow-left" title={t("variantsEnd")} onClick={onLeave} />
      <span role="status">{t("variantsOf")}</span>
    </div>
  );
}

function Comparison({ numbers, onClose }: { numbers: number[]; onClose(): void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from everywhere inside
    <div class="library page" onKeyDown={({ key }) => key === "Escape" && onClose()}>
      <Compare numbers={numbers} onClose={onClose} />
    </div>
  );
}

export function App({ focus }: { focus: FocusKeeper }) {
  const { store, host } = usePanel();
  const { query, total, results, answered, facets, error, isTrusted } = useLibrary();
  const [used, setUsed] = useState({ index: host.remembered.active, answered: 1 });
  const [hasDetails, setDetails] = useRemembered("hasDetails");
  const [hasFilters, setFilters] = useRemembered("hasFilters");
  const [compared, setCompared] = useRemembered("compared");
  const isCovered = useIsNarrow() && hasDetails === true;
  const [selection, setSelection] = useState<Selection>({ ...nothingSelected, chosen: new Map(host.remembered.selected) });
  // In the frame that shows the selection, so that a reload right after it does not lose it.
  useLayoutEffect(() => host.remember({ selected: [...selection.chosen].slice(0, mostRemembered) }), [selection.chosen]);
  /** The grid must take the focus when it is rendered again. */
  const isFocusWanted = useRef(false);
  const focusGrid = () => document.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus();
  const showDetails = (isShown: boolean) => {
    setDetails(isShown);
    if (!isShown) focusGrid();
  };
  /** Position of the stack that was opened, to return to. */
  const returnTo = useRef(0);
  // The first answer may restore the state from before a reload.
  const shown = Math.max(1, answered);
  const isUsed = used.answered === shown;
  const active = isUsed ? used.index : query.stack === undefined ? returnTo.current : 0;
  const activate = (index: number) => {
    setUsed({ index, answered: shown });
    host.remember({ active: index });
  };
  const clearSelection = () => {
    setSelection(nothingSelected);
    focusGrid();
  };
  useLayoutEffect(() => {
    if (isUsed) return;
    activate(active);
    if (query.stack === undefined) returnTo.current = 0;
    setSelection(nothingSelected);
  }, [answered]);
  useLayoutEffect(() => {
    isFocusWanted.current = false;
  }, [answered, compared]);
  useLayoutEffect(focus.restore);
  const tryAgain = () => {
    isFocusWanted.current = true;
    store.find(query);
  };
  const compare = (numbers: number[] | undefined) => {
    setCompared(numbers);
    isFocusWanted.current = numbers === undefined;
  };
  const compareSelected = () => {
    if (selection.chosen.size <= mostCompared) compare([...selection.chosen.keys()]);
  };
  const openStack = (stack: number | undefined) => {
    if (stack !== undefined) returnTo.current = active;
    isFocusWanted.current = true;
    store.find({ ...query, stack });
  };
  if (compared !== undefined) return <Comparison numbers={compared} onClose={() => compare(undefined)} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape clears the selection, and then closes the details, from everywhere inside
    <div
      class="library page"
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        if (selection.chosen.size > 1) clearSelection();
        else if (hasDetails) showDetails(false);
        else if (query.stack !== undefined) openStack(undefined);
      }}
    >
      <Toolbar
        {...{ query, hasFilters, hasDetails }}
        total={total === undefined ? undefined : results}
        onFilters={() => setFilters(!hasFilters)}
        onDetails={() => showDetails(!hasDetails)}
      />
      {!isTrusted && <RestrictedNotice onTrust={() => host.call("trust")} />}
      {query.stack !== undefined && <StackNotice onLeave={() => openStack(undefined)} />}
      {hasFilters && <Facets {...{ query, facets }} />}
      <main class="content fill">
        <div class="results" inert={isCovered}>
          {error !== undefined || total === undefined || total === 0 ? (
            <NoResults error={error} isLoading={total === undefined} isSearched={isNarrowed(query)} onTryAgain={tryAgain} />
          ) : (
            // The results of another query start at the top.
            <Grid
              key={answered}
              {...{ total, active, selection }}
              takesFocus={isFocusWanted.current}
              onActive={activate}
              onSelect={setSelection}
              onToggleDetails={() => showDetails(!hasDetails)}
              onCompare={compareSelected}
              onOpenStack={openStack}
            />
          )}
        </div>
        {hasDetails && <Details entry={store.entryAt(active)} isCovering={isCovered} onClose={() => showDetails(false)} />}
      </main>
      {selection.chosen.size > 1 && <SelectionBar selection={selection} onCompare={compareSelected} onClear={clearSelection} />}
    </div>
  );
}
