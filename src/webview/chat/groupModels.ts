/** Models and what was typed in; those that match, favourites first and the others by provider, out. */
import type { PanelModel } from "../../chat/toPanel.ts";

export interface ModelGroup {
  /** undefined: the favourites, of whatever provider; "": models whose provider is not told. */
  provider: string | undefined;
  models: PanelModel[];
}

/** Every word of the query must occur. Models that make no text are left out unless they are searched for. */
export function groupModels(models: readonly PanelModel[], query: string): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = models.filter((model) => {
    if (words.length === 0) return model.fitness !== "no" || model.favourite;
    const text = `${model.id} ${model.provider}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const byProvider = Map.groupBy(found, (model) => (model.favourite ? undefined : model.provider));
  return [...byProvider]
    .map(([provider, members]) => ({ provider, models: members }))
    .sort((one, other) => rank(one) - rank(other) || (one.provider ?? "").localeCompare(other.provider ?? ""));
}

/** Favourites first, those of no named provider last. */
function rank({ provider }: ModelGroup): number {
  return provider === undefined ? 0 : provider === "" ? 2 : 1;
}
