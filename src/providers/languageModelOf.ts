import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { MediaProvider } from "./provider.ts";

/** How many models of one provider are cached. */
const keptModels = 100;

const kept = new WeakMap<MediaProvider, Map<string, LanguageModelV4>>();

/** Returns a cached text model: the packages build the schemas of their streams for each model, which takes a millisecond. */
export function languageModelOf(provider: MediaProvider, id: string): LanguageModelV4 {
  const models = kept.get(provider) ?? new Map<string, LanguageModelV4>();
  kept.set(provider, models);
  const known = models.get(id);
  if (known) return known;
  // Ids come from requests, so their number is not limited otherwise.
  if (models.size >= keptModels) models.clear();
  const model = provider.languageModel(id);
  models.set(id, model);
  return model;
}
