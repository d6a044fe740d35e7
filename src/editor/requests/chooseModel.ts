/** Finds a model for a kind of output without asking. */
import type { Kind } from "../../contract/kind.ts";
import { isFree } from "../../contract/models.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import { settings } from "../base/settings.ts";
import type { State } from "../base/state.ts";
import type { ModelCatalogue } from "../service/studio.ts";
import { waitForModels } from "../service/waitForModels.ts";

/** The parts of the studio that are needed to choose a model. */
export interface ModelSource {
  state: State;
  models: ModelCatalogue;
  isDemo(model: string): boolean;
}

/** The default, else the last used model, else the first one that is able and free; undefined: the user must choose. Throws ServiceError. */
export async function findModel({ state, models: catalogue, isDemo }: ModelSource, kind: Kind): Promise<string | undefined> {
  const preferred = settings.defaultModel(kind);
  if (preferred !== "") return preferred;
  const models = (await waitForModels(catalogue.list())).filter(({ capabilities }) => !onlyUpscales(capabilities));
  const last = state.lastChoices(kind)?.model;
  if (last !== undefined && models.some((model) => model.id === last)) return last;
  const able = models.filter((model) => catalogue.ability(model.id, kind).can === "yes");
  // The demo and the built-in voice are free. With other models, the user makes the first choice.
  const free = able.find(({ id, price }) => isDemo(id) || isFree(price));
  return (free ?? (able.length === 1 ? able[0] : undefined))?.id;
}
