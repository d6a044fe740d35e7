/** The library: the toolbar, the grid and the details. */
import { useLayoutEffect, useState } from "preact/hooks";
import { isNarrowed } from "../../library/libraryQuery.ts";
import { Details } from "./Details.tsx";
import { Facets } from "./Facets.tsx";
import { Grid } from "./Grid.tsx";
import { useLibrary, usePanel } from "./panel.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { nothingSelected } from "./selection.ts";
import { Toolbar } from "./Toolbar.tsx";
import { t } from "./texts.ts";

function Nothing({ isSearched }: { isSearched: boolean }) {
  return (
    <div class="empty">
      <p>{t(isSearched ? "notFound" : "empty")}</p>
      {!isSearched && <p>{t("emptyHint")}</p>}
    </div>
  );
}

export function App() {
  const { store, host } = usePanel();
  const { query, total, answered, facets, error, isTrusted } = useLibrary();
  const [active, setActive] = useState(host.remembered.active);
  const [hasDetails, setDetails] = useState(host.remembered.hasDetails);
  const [hasFilters, setFilters] = useState(host.remembered.hasFilters);
  const [selection, setSelection] = useState(nothingSelected);
  const focusGrid = () => document.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus();
  const showDetails = (isShown: boolean) => {
    setDetails(isShown);
    host.remember({ hasDetails: isShown });
    if (!isShown) focusGrid();
  };
  const showFilters = () => {
    setFilters(!hasFilters);
    host.remember({ hasFilters: !hasFilters });
  };
  const activate = (index: number) => {
    setActive(index);
    host.remember({ active: index });
  };
  const clearSelection = () => {
    setSelection(nothingSelected);
    focusGrid();
  };
  // The first one may be that of before a reload.
  useLayoutEffect(() => {
    if (answered <= 1) return;
    activate(0);
    setSelection(nothingSelected);
  }, [answered]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape ends the selection, and then closes the details, from everywhere in it
    <div
      class="library"
      onKeyDown={({ key }) => {
        if (key === "Escape" && selection.chosen.size > 1) clearSelection();
        else if (key === "Escape" && hasDetails) showDetails(false);
      }}
    >
      <Toolbar {...{ query, total, hasFilters, hasDetails }} onFilters={showFilters} onDetails={() => showDetails(!hasDetails)} />
      {!isTrusted && (
        <div class="notice" role="status">
          {t("restricted")}
          <button type="button" class="link-button" onClick={() => host.post({ type: "trust" })}>
            {t("trust")}
          </button>
        </div>
      )}
      {hasFilters && <Facets {...{ query, facets }} />}
      <main class="content">
        {error !== undefined ? (
          <div class="empty" role="alert">
            <p>{t("failed", error)}</p>
            <button type="button" class="button" onClick={() => store.find(query)}>
              {t("tryAgain")}
            </button>
          </div>
        ) : total === undefined ? (
          <div class="empty" role="status">
            {t("loading")}
          </div>
        ) : total === 0 ? (
          <Nothing isSearched={isNarrowed(query)} />
        ) : (
          // Another query begins at its top.
          <Grid
            key={answered}
            {...{ total, active, selection }}
            onActive={activate}
            onSelect={setSelection}
            onToggleDetails={() => showDetails(!hasDetails)}
          />
        )}
        {hasDetails && <Details entry={store.entryAt(active)} onClose={() => showDetails(false)} />}
      </main>
      {selection.chosen.size > 1 && <SelectionBar selection={selection} onClear={clearSelection} />}
    </div>
  );
}
