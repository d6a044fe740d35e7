import { chatDialect } from "../../dialects/openaiCompatible.ts";
import type { EngineDescription } from "../engine.ts";
import { addVoices } from "../engineFacts.ts";
import { lmStudioStore } from "../lmStudioStore.ts";
import { createContextReader } from "../loadedContexts.ts";
import { ollamaStore } from "../ollamaStore.ts";
import { openaiVideos } from "../openaiVideos.ts";

/** OpenAI's own endpoints, as Ollama, LM Studio, llama.cpp, vLLM, Kokoro and most others have them. */
export const openai: EngineDescription = {
  dialect: chatDialect(),
  modelList: "openai",
  createReaders: () => [addVoices, createContextReader()],
  stores: [ollamaStore, lmStudioStore],
  loadsLinks: false,
  imageModel: undefined,
  videos: (client) => openaiVideos(client, "multipart"),
};
