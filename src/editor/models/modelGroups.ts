/** Sorts the models into the groups of the Models view. */
import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import type { ProviderState } from "../../contract/processMessages.ts";
import type { Studio } from "../service/studio.ts";
import { kindTexts } from "../showing/kindTexts.ts";

const { t } = vscode.l10n;

export interface ProviderModels {
  type: "group";
  name: string;
  models: readonly Model[];
  /** State of the group's provider. */
  state?: ProviderState;
  /** Long lists are collapsed until the user expands them. */
  isOpen: boolean;
}

/** A list of more models than this is collapsed at first, with the recent models above it. */
const longList = 40;

export type Grouping = "provider" | "kind";
type Source = Pick<Studio, "state" | "models">;

/** Favourites and recent models first, hidden ones last. Providers have a group even if they list no models. */
export function groupByProvider(
  { state, models: catalogue }: Source,
  models: readonly Model[],
  grouping: Grouping,
  providers: readonly ProviderState[],
): ProviderModels[] {
  const hidden = new Set(state.hiddenModels());
  const favourites = new Set(state.favourites());
  const recent = kinds.flatMap((kind) => state.recentModels(kind));
  const sorted = [...models].sort((one, other) => (other.created ?? 0) - (one.created ?? 0) || one.id.localeCompare(other.id));
  const shown = sorted.filter(({ id }) => !hidden.has(id));
  const isLong = shown.length > longList;
  const group = (name: string, members: readonly Model[], isOpen = members.length <= longList): ProviderModels => ({
    type: "group",
    name,
    models: members,
    isOpen,
  });
  const ablest = (kind: Kind) => shown.filter(({ id }) => catalogue.ability(id, kind).can === "yes");
  const first = [
    group(
      t("Favourites"),
      shown.filter(({ id }) => favourites.has(id)),
    ),
    group(t("Recently Used"), isLong ? shown.filter(({ id }) => recent.includes(id) && !favourites.has(id)) : []),
  ];
  const last = group(
    t("Hidden"),
    sorted.filter(({ id }) => hidden.has(id)),
    false,
  );
  const isUsed = ({ models: members }: ProviderModels) => members.length > 0;
  if (grouping === "kind") {
    const able = kinds.map((kind) => group(kindTexts(kind).label, ablest(kind)));
    const known = new Set(able.flatMap(({ models: members }) => members));
    const unknown = group(
      t("unknown"),
      shown.filter((model) => !known.has(model)),
    );
    return [...first, ...able, unknown, last].filter(isUsed);
  }
  if (providers.length > 0) {
    const byProvider = providers.map((provider): ProviderModels => {
      const members = shown.filter(({ id }) => id.startsWith(`${provider.name}/`));
      return { ...group(provider.name, members), state: provider };
    });
    return [...first.filter(isUsed), ...byProvider, ...[last].filter(isUsed)];
  }
  const owners = [...new Set(shown.map((model) => model.owned_by ?? ""))].sort();
  const byOwner = owners.map((owner) =>
    group(
      owner === "" ? t("unknown") : owner,
      shown.filter((model) => (model.owned_by ?? "") === owner),
    ),
  );
  return [...first, ...byOwner, last].filter(isUsed);
}
