import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { MediaProvider } from "./provider.ts";

/** Models that are kept of one provider. */
const keptModels = 100;

const kept = new WeakMap<MediaProvider, Map<string, LanguageModelV4>>();

/** A text model, created once: the packages build the schemas of their streams for each model, which takes a millisecond. */
export function languageModelOf(provider: MediaProvider, id: string): LanguageModelV4 {
  const models = kept.get(provider) ?? new Map<string, LanguageModelV4>();
  kept.set(provider, models);
  const known = models.get(id);
  if (known) return known;
  // Ids come from requests: their number has no other limit.
  if (models.size >= keptModels) models.clear();
  const model = provider.languageModel(id);
  models.set(id, model);
  return model;
}
