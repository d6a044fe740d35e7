/** A kind of output in; the model that makes it, without asking where that is possible, out. */
import type { Kind } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";

/** The default, else the one used last, else the built-in service's first able one; undefined: somebody has to choose. Throws ServiceError. */
export async function findModel(studio: Studio, kind: Kind): Promise<string | undefined> {
  const wished = settings.defaultModel(kind);
  if (wished !== "") return wished;
  const models = await studio.models.list();
  const last = studio.state.lastChoices(kind)?.model;
  if (last !== undefined && models.some((model) => model.id === last)) return last;
  const able = models.filter((model) => studio.models.ability(model.id, kind).can === "yes");
  // Nothing costs money at the built-in service. Elsewhere the first choice is a person's.
  const { isBuiltIn } = await studio.connection();
  return isBuiltIn || able.length === 1 ? able[0]?.id : undefined;
}

/** Favourites and recent ones first, then the newest; only those known or believed able, unless all are asked for. */
export function sortModels(studio: Studio, models: readonly Model[], kind: Kind, all: boolean): Model[] {
  const favourites = studio.state.favourites();
  const recent = studio.state.recentModels(kind);
  const rank = (model: Model): number => {
    if (favourites.includes(model.id)) return 0;
    return recent.includes(model.id) ? 1 : studio.models.ability(model.id, kind).can === "yes" ? 2 : 3;
  };
  return models
    .filter((model) => all || studio.models.ability(model.id, kind).can !== "no")
    .sort((one, other) => rank(one) - rank(other) || (other.created ?? 0) - (one.created ?? 0) || one.id.localeCompare(other.id));
}
