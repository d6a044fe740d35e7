/** Filters models by the typed text and groups them: favourites, recently used ones, then the others by provider. */
import type { PanelModel } from "../../../chat/messages/chatPush.ts";

export interface ModelGroup {
  /** undefined: favourites or recently used models, from any provider; "": models of unknown provider. */
  provider: string | undefined;
  /** The recently used models, from any provider. */
  isRecent?: true;
  models: PanelModel[];
}

/** All words of the query must occur. Models that cannot make text are shown only if they are searched for. */
export function groupModels(models: readonly PanelModel[], query: string): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = models.filter((model) => {
    if (words.length === 0) return model.fitness !== "no" || model.favourite;
    const text = [model.id, model.provider, ...(model.facts ?? [])].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const favourites = found.filter(({ favourite }) => favourite);
  const recent = found.filter((model) => !model.favourite && model.recent);
  const byProvider = Map.groupBy(
    found.filter((model) => !model.favourite && !model.recent),
    ({ provider }) => provider,
  );
  const others = [...byProvider]
    .map(([provider, members]): ModelGroup => ({ provider, models: members }))
    .sort((one, other) => rank(one) - rank(other) || (one.provider ?? "").localeCompare(other.provider ?? ""));
  const first: ModelGroup[] = [
    { provider: undefined, models: favourites },
    { provider: undefined, isRecent: true, models: recent },
  ];
  return [...first.filter(({ models: members }) => members.length > 0), ...others];
}

/** Models of unknown provider come last. */
function rank({ provider }: ModelGroup): number {
  return provider === "" ? 1 : 0;
}
