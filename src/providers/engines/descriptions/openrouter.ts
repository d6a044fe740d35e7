import { chatDialect } from "../../dialects/openaiCompatible.ts";
import { openrouterVideoArguments } from "../../dialects/videoArguments.ts";
import type { EngineDescription } from "../engine.ts";
import { openaiVideos } from "../openaiVideos.ts";
import { openrouterImageModel, readOpenrouterImages } from "../openrouterImages.ts";
import { readOpenrouterVideos } from "../openrouterVideos.ts";

/** OpenRouter: web search, ratios, PDF, an API of images, and lists of the models of images and videos. */
export const openrouter: EngineDescription = {
  dialect: chatDialect({ searches: true, takesRatios: true, takesPdf: true, images: "openrouter", video: openrouterVideoArguments }),
  modelList: "openai",
  createReaders: () => [readOpenrouterVideos, readOpenrouterImages],
  stores: [],
  loadsLinks: true,
  imageModel: openrouterImageModel,
  videos: (client) => openaiVideos(client, "openrouter"),
};
