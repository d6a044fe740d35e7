/** Engines with OpenAI's chat completions, and those of their endpoints that no AI SDK package supports. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { noKey } from "./connection/resolveKey.ts";
import { withoutDeepValues } from "./connection/withoutDeepValues.ts";
import { compatibleName } from "./dialects/optionNames.ts";
import type { EngineDescription } from "./engines/engine.ts";
import { createEngineClient, type EngineClient } from "./engines/engineClient.ts";
import { withLooseImages } from "./engines/looseImages.ts";
import { withPartialImages } from "./engines/partialImages.ts";
import { withLanguage } from "./engines/spokenLanguage.ts";
import type { MediaProvider } from "./provider.ts";

export interface CompatibleSettings {
  apiKey: string;
  fetch: typeof globalThis.fetch;
  baseURL: string;
  /** Called once, for the first thing in an answer that is repaired or left out. */
  onOdd(what: string): void;
}

/** Combines several packages, because none supports all of chat, images and speech. */
export async function loadCompatible(settings: CompatibleSettings, engine: EngineDescription): Promise<MediaProvider> {
  // One after the other, because compiling them takes a tenth of a second, in which nothing else is answered.
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  await nextTurn();
  const { createChatModels } = await import("./chatCompletions/chatModel.ts");
  await nextTurn();
  const { createOpenAI } = await import("@ai-sdk/openai");
  const packageSettings = { ...settings, fetch: withoutDeepValues(settings.fetch) };
  const common = { ...packageSettings, name: compatibleName };
  const supportedUrls: Record<string, RegExp[]> = engine.loadsLinks ? { "image/*": [/^https:/] } : {};
  const chat = createChatModels({ ...settings, supportedUrls });
  const media = createOpenAICompatible(common);
  const client = clientOf(settings);
  return {
    specificationVersion: "v4",
    languageModel: chat,
    embeddingModel: (id) => media.embeddingModel(id),
    imageModel(id, hooks) {
      const make = (fetch: typeof settings.fetch) => createOpenAICompatible({ ...common, fetch: withLooseImages(fetch) }).imageModel(id);
      return engine.imageModel?.(client, id, hooks) ?? withPartialImages(make, settings.fetch, compatibleName, hooks);
    },
    cancelImage: async (_, operation) => engine.cancelImage?.(client, operation),
    speechModel: (id) => withLanguage((fetch) => createOpenAI({ ...packageSettings, fetch }).speech(id), packageSettings.fetch),
    ...engine.videos(client),
  };
}

export const clientOf = ({ apiKey, fetch, baseURL }: Omit<CompatibleSettings, "onOdd">): EngineClient =>
  createEngineClient({ baseURL, fetch, headers: apiKey === noKey ? {} : { authorization: `Bearer ${apiKey}` } });
