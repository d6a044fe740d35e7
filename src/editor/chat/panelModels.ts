/** Lists models for the panel's picker, and suggests the initial one. */

import type { PanelModel } from "../../chat/messages/chatPush.ts";
import { errorText } from "../../contract/errorText.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Studio } from "../service/studio.ts";
import { describeModel } from "../showing/describeCapabilities.ts";
import { summarizeModel } from "../showing/summarizeModel.ts";

/** If there are more models than this, the recent ones come first. */
const longList = 40;

/** If the service does not answer, returns the known models and the error's message. */
export async function listPanelModels(
  studio: Pick<Studio, "state" | "models">,
  refresh: boolean,
  kind: Kind = "text",
): Promise<{ models: PanelModel[]; error?: string }> {
  const favourites = new Set(studio.state.favourites());
  const hidden = new Set(studio.state.hiddenModels());
  const recent = new Set(studio.state.recentModels(kind));
  try {
    const models = await (refresh ? studio.models.refresh() : studio.models.list());
    return {
      models: models
        .filter(({ id }) => !hidden.has(id))
        .map((model) => ({
          id: model.id,
          provider: model.owned_by ?? "",
          favourite: favourites.has(model.id),
          ...(models.length > longList && recent.has(model.id) ? { recent: true } : {}),
          fitness: studio.models.ability(model.id, kind).can,
          facts: summarizeModel(model.capabilities),
          about: describeModel(model),
          ...(model.capabilities?.input === undefined ? {} : { input: model.capabilities.input }),
          ...(model.capabilities?.tools === undefined ? {} : { tools: model.capabilities.tools }),
          ...(model.capabilities?.context === undefined ? {} : { context: model.capabilities.context }),
        })),
    };
  } catch (error) {
    return { models: [], error: errorText(error) };
  }
}

/**
 * Whether the model is of a provider that has not answered yet or cannot be reached at the moment. It must not be replaced then: the next
 * message would go to another provider, which may charge for it.
 */
export async function mayBeListedLater({ providers }: Pick<Studio, "providers">, model: string): Promise<boolean> {
  const states = await providers.states();
  return states.some(({ type, name }) => type !== "reachable" && model.startsWith(`${name}/`));
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
