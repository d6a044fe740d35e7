/** Finds a model for a kind of output without asking. */
import type { Kind } from "../../contract/kind.ts";
import { settings } from "../settings.ts";
import type { State } from "../state.ts";
import type { ModelCatalogue } from "../studio.ts";
import { waitForModels } from "../waitForModels.ts";

/** What choosing a model needs of the studio. */
export interface ModelSource {
  state: State;
  models: ModelCatalogue;
  isDemo(model: string): boolean;
}

/** The default, else the one used last, else the demo's first able one; undefined: somebody has to choose. Throws ServiceError. */
export async function findModel({ state, models: catalogue, isDemo }: ModelSource, kind: Kind): Promise<string | undefined> {
  const preferred = settings.defaultModel(kind);
  if (preferred !== "") return preferred;
  const models = await waitForModels(catalogue.list());
  const last = state.lastChoices(kind)?.model;
  if (last !== undefined && models.some((model) => model.id === last)) return last;
  const able = models.filter((model) => catalogue.ability(model.id, kind).can === "yes");
  // The demo costs nothing. Elsewhere the first choice is a person's.
  const free = able.find((model) => isDemo(model.id));
  return (free ?? (able.length === 1 ? able[0] : undefined))?.id;
}
