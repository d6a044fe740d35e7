import { chatDialect } from "../../dialects/openaiCompatible.ts";
import type { EngineDescription } from "../engine.ts";
import { addVoices } from "../engineFacts.ts";
import { localaiVideoModel } from "../localaiVideo.ts";

/** LocalAI: an endpoint of its own for videos. */
export const localai: EngineDescription = {
  dialect: chatDialect(),
  modelList: "openai",
  createReaders: () => [addVoices],
  stores: [],
  loadsLinks: false,
  imageModel: undefined,
  videos: (client) => ({ videoModel: (id) => localaiVideoModel(client, id) }),
};
