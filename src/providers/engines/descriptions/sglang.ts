import { chatDialect } from "../../dialects/openaiCompatible.ts";
import type { EngineDescription } from "../engine.ts";
import { addVoices, announceDiffusion } from "../engineFacts.ts";
import { openaiVideos } from "../openaiVideos.ts";

/** SGLang: videos as JSON. */
export const sglang: EngineDescription = {
  dialect: chatDialect({ images: "sglang" }),
  modelList: "openai",
  createReaders: () => [addVoices, announceDiffusion()],
  stores: [],
  loadsLinks: false,
  imageModel: undefined,
  videos: (client) => openaiVideos(client, "json"),
};
