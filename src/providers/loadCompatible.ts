/** Engines with OpenAI's chat completions, and those of their endpoints that no AI SDK package supports. */

import type { Engine } from "../contract/configuration.ts";
import { compatibleName } from "./dialects/compatibleName.ts";
import { automatic1111ImageModel } from "./engines/automatic1111.ts";
import { createEngineClient, type EngineClient } from "./engines/engineClient.ts";
import { localaiVideoModel } from "./engines/localaiVideo.ts";
import { withLooseImages } from "./engines/looseImages.ts";
import { cancelOpenaiVideo, openaiVideoModel } from "./engines/openaiVideos.ts";
import { cancelJob, stableDiffusionImageModel, stableDiffusionVideoModel } from "./engines/stableDiffusionJobs.ts";
import type { MediaProvider } from "./provider.ts";

export interface CompatibleSettings {
  apiKey: string;
  fetch: typeof globalThis.fetch;
  baseURL: string;
  /** Called once, for the first thing in an answer that is repaired or left out. */
  onOdd(what: string): void;
}

type Videos = Pick<MediaProvider, "videoModel" | "cancelVideo">;

/** Combines several packages, because none supports all of chat, images and speech. */
export async function loadCompatible(settings: CompatibleSettings, engine: Engine): Promise<MediaProvider> {
  const [{ createOpenAICompatible }, { createChatModels }, { createOpenAI }] = await Promise.all([
    import("@ai-sdk/openai-compatible"),
    import("./chatCompletions/chatModel.ts"),
    import("@ai-sdk/openai"),
  ]);
  const common = { ...settings, name: compatibleName };
  // OpenRouter loads images itself; engines on this machine only accept bytes.
  const supportedUrls: Record<string, RegExp[]> = engine === "openrouter" ? { "image/*": [/^https:/] } : {};
  const chat = createChatModels({ ...settings, supportedUrls });
  const media = createOpenAICompatible(common);
  const images = createOpenAICompatible({ ...common, fetch: withLooseImages(settings.fetch) });
  const speech = createOpenAI(settings);
  const client = clientOf(settings);
  return {
    specificationVersion: "v4",
    languageModel: chat,
    embeddingModel: (id) => media.embeddingModel(id),
    imageModel(id) {
      if (engine === "stable-diffusion.cpp") return stableDiffusionImageModel(client, id);
      return engine === "automatic1111" ? automatic1111ImageModel(client, id) : images.imageModel(id);
    },
    speechModel: (id) => speech.speech(id),
    ...videosOf(client, engine),
  };
}

export const clientOf = ({ apiKey, fetch, baseURL }: Omit<CompatibleSettings, "onOdd">): EngineClient =>
  createEngineClient({ baseURL, fetch, headers: { authorization: `Bearer ${apiKey}` } });

export function videosOf(client: EngineClient, engine: Engine): Videos {
  switch (engine) {
    case "openai":
      return openaiVideos(client, "multipart");
    case "sglang":
      return openaiVideos(client, "json");
    case "openrouter":
      return openaiVideos(client, "openrouter");
    case "localai":
      return { videoModel: (id) => localaiVideoModel(client, id) };
    case "automatic1111":
      return {};
    case "stable-diffusion.cpp":
      return {
        videoModel: (id) => stableDiffusionVideoModel(client, id),
        cancelVideo: (_, operation) => cancelJob(client, operation),
      };
  }
}

function openaiVideos(client: EngineClient, form: Parameters<typeof openaiVideoModel>[1]): Videos {
  return {
    videoModel: (id) => openaiVideoModel(client, form, id),
    cancelVideo: (_, operation) => cancelOpenaiVideo(client, operation),
  };
}
