/** Sorts models by how the user has used them, for pickers and for completion in prompt documents. */
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import type { State } from "../base/state.ts";
import type { ModelCatalogue } from "./studio.ts";

type Preferences = Pick<State, "favourites" | "recentModels">;

export interface SortSource {
  state: Preferences & Pick<State, "hiddenModels">;
  models: Pick<ModelCatalogue, "ability">;
}

/** A rank for each model's id, the lowest first: favourites, then the models used for these kinds, the latest first, then all others. */
export function rankByUse(state: Preferences, usedFor: readonly Kind[] = kinds): (model: string) => number {
  const preferred = new Set([...state.favourites(), ...usedFor.flatMap((kind) => state.recentModels(kind))]);
  const ranks = new Map([...preferred].map((id, index) => [id, index]));
  return (model) => ranks.get(model) ?? preferred.size;
}

/**
 * By use, then those known to make the kind, then the newest first. Hidden models and those that cannot make the kind, or only enlarge
 * images, are left out, unless `all`: then the latter come last.
 */
export function sortModels({ state, models: catalogue }: SortSource, models: readonly Model[], kind: Kind, all: boolean): Model[] {
  const hidden = new Set(state.hiddenModels());
  const isUnable = ({ id, capabilities }: Model) => catalogue.ability(id, kind).can === "no" || onlyUpscales(capabilities);
  const rank = rankByUse(state, [kind]);
  const doubt = ({ id }: Model) => (catalogue.ability(id, kind).can === "yes" ? 0 : 1);
  return models
    .filter((model) => all || !(hidden.has(model.id) || isUnable(model)))
    .sort(
      (one, other) =>
        Number(isUnable(one)) - Number(isUnable(other)) ||
        rank(one.id) - rank(other.id) ||
        doubt(one) - doubt(other) ||
        (other.created ?? 0) - (one.created ?? 0) ||
        one.id.localeCompare(other.id),
    );
}
