/** The filters for results, with the number of results for each value. */

import { readCostRange } from "../../contract/costRangeName.ts";
import { kinds } from "../../contract/kind.ts";
import type { PanelFacets } from "../../library/libraryProtocol.ts";
import { type FacetName, facetNames, type LibraryQuery } from "../../library/libraryQuery.ts";
import { toAmountText, toDateText, toMonthText, toNumberText } from "../translation.ts";
import { usePanel } from "./panel.ts";
import { t } from "./texts.ts";

function nameCost(value: string): string {
  if (value === "") return t("costUnknown");
  const { range, unit: otherUnit } = readCostRange(value);
  const unit = otherUnit || undefined;
  const [from = 0, to] = range.split(" ").map(Number);
  if (Number.isNaN(from) || Number.isNaN(to ?? 0)) return value;
  if (to === undefined) return t("costFrom", toAmountText(from, unit));
  // A unit before the number is written twice: $0.01 to $0.10, but 0.01 to 0.1 credits.
  const end = toAmountText(to, unit);
  return t("costRange", /^\d/.test(end) ? toNumberText(from) : toAmountText(from, unit), end);
}

function nameOf(facet: FacetName, value: string): string {
  switch (facet) {
    case "kind": {
      const kind = kinds.find((one) => one === value);
      return kind === undefined ? value : t(kind);
    }
    case "month": {
      // Show invalid months unchanged.
      if (!/^\d{4}-\d\d$/.test(value)) return value;
      const [year = 0, month = 1] = value.split("-").map(Number);
      return toMonthText(new Date(year, month - 1, 15).getTime());
    }
    case "day":
      return /^\d{4}-\d\d-\d\d$/.test(value) ? toDateText(new Date(`${value}T12:00`).getTime()) : value;
    case "provider":
      return value === "" ? t("providerUnknown") : value;
    case "cost":
      return nameCost(value);
    case "folder":
      return value.split(/[/\\]/).filter(Boolean).slice(-2).join("/") || value;
    case "model":
      return value || t("providerUnknown");
    case "tool":
      return value === "" ? t("toolOwn") : value === "unknown" ? t("providerUnknown") : value;
  }
}

export function Facets({ query, facets }: { query: LibraryQuery; facets: PanelFacets | undefined }) {
  const { store } = usePanel();
  const choose = (facet: FacetName, value: string) => {
    const others = query.chosen[facet].filter((one) => one !== value);
    const values = others.length === query.chosen[facet].length ? [...others, value] : others;
    store.find({ ...query, chosen: { ...query.chosen, [facet]: values } });
  };
  return (
    <section class="facets" aria-label={t("filters")}>
      {facetNames.map((facet) => {
        const counts = facets?.[facet] ?? [];
        // Selected values can be deselected even if no result has them.
        const gone = query.chosen[facet].filter((value) => !counts.some((one) => one.value === value));
        // Hidden with only one tool, which is the usual case.
        if (facet === "tool" && counts.length < 2 && query.chosen.tool.length === 0) return null;
        // Of built-in models, and of a service that does not name providers, there is none.
        if (facet === "provider" && counts.every(({ value }) => value === "") && query.chosen.provider.length === 0) return null;
        return (
          <fieldset key={facet}>
            <legend class="group-name">{t(facet)}</legend>
            {[...counts, ...gone.map((value) => ({ value, count: 0 }))].map(({ value, count }) => (
              <label key={value} class="labelled" title={value}>
                <input type="checkbox" checked={query.chosen[facet].includes(value)} onChange={() => choose(facet, value)} />
                <span class="fill cut" title={nameOf(facet, value)}>
                  {nameOf(facet, value)}
                </span>
                <span class="quiet">{toNumberText(count)}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </section>
  );
}
