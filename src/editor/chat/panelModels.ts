/** The service's catalogue in; the models as the panel's picker shows them, and the one to start with, out. */
import type { PanelModel } from "../../chat/toPanel.ts";
import type { Studio } from "../studio.ts";

/** A service that does not answer leaves the picker with what is known, and says why. */
export async function listPanelModels(studio: Studio, refresh: boolean): Promise<{ models: PanelModel[]; problem?: string }> {
  const favourites = new Set(studio.state.favourites());
  try {
    const models = await (refresh ? studio.models.refresh() : studio.models.list());
    return {
      models: models.map((model) => ({
        id: model.id,
        provider: model.owned_by ?? "",
        favourite: favourites.has(model.id),
        fitness: studio.models.ability(model.id, "text").can,
      })),
    };
  } catch (error) {
    return { models: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

export function suggestModel(models: readonly PanelModel[], wanted: string): string | undefined {
  const fit = models.filter((model) => model.fitness !== "no");
  return (
    fit.find((model) => model.id === wanted) ??
    fit.find((model) => model.favourite) ??
    fit.find((model) => model.fitness === "yes") ??
    fit[0]
  )?.id;
}
