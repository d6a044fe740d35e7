import { chatDialect } from "../../dialects/openaiCompatible.ts";
import { openrouterVideoArguments } from "../../dialects/videoArguments.ts";
import type { EngineDescription } from "../engine.ts";
import { openaiVideos } from "../openaiVideos.ts";
import { readOpenrouterVideos } from "../openrouterVideos.ts";

/** OpenRouter: web search, ratios, PDF, and a list of video models. */
export const openrouter: EngineDescription = {
  dialect: chatDialect({ searches: true, takesRatios: true, takesPdf: true, images: "openrouter", video: openrouterVideoArguments }),
  modelList: "openai",
  createReaders: () => [readOpenrouterVideos],
  stores: [],
  loadsLinks: true,
  imageModel: undefined,
  videos: (client) => openaiVideos(client, "openrouter"),
};
