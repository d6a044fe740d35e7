import type { PanelEngine } from "../../../chat/messages/chatPush.ts";
import type { Model } from "../../../contract/models.ts";
import type { ProviderState } from "../../../contract/processMessages.ts";
import type { EngineOffer } from "../../service/studio.ts";

/** Engines that can be added, and those among the providers that run without a model and can download one. */
export function listPanelEngines(
  offers: readonly Pick<EngineOffer, "name" | "label" | "models">[],
  states: readonly ProviderState[],
  models: readonly Pick<Model, "id">[],
): PanelEngine[] {
  const isEmpty = (state: ProviderState) =>
    state.type === "reachable" && state.store !== undefined && !models.some(({ id }) => id.startsWith(`${state.name}/`));
  return [
    ...states.filter(isEmpty).map(({ name }) => ({ name, label: name, models: 0, isConfigured: true })),
    ...offers.map(({ name, label, models: count }) => ({ name, label, models: count })),
  ];
}
