import { comfyDialect } from "../../dialects/comfyui.ts";
import { cancelComfyPrompt, comfyImageModel } from "../comfyui.ts";
import type { EngineDescription } from "../engine.ts";

/** ComfyUI: each model is a workflow of the configuration. */
export const comfyui: EngineDescription = {
  dialect: comfyDialect,
  modelList: "workflows",
  createReaders: () => [],
  stores: [],
  loadsLinks: false,
  imageModel: comfyImageModel,
  cancelImage: cancelComfyPrompt,
  videos: () => ({}),
};
