import { imageChanges, upscaleFactors } from "../../announcedFields.ts";
import { imageArguments, stableDiffusionDialect } from "../../dialects/stableDiffusion.ts";
import { automatic1111ImageModel } from "../automatic1111.ts";
import type { EngineDescription } from "../engine.ts";
import { announceDiffusion } from "../engineFacts.ts";

/** AUTOMATIC1111's web UI, Forge and SD.Next: images of the checkpoints that are installed. */
export const automatic1111: EngineDescription = {
  dialect: { ...stableDiffusionDialect, image: imageArguments("automatic1111"), video: undefined },
  modelList: "checkpoints",
  createReaders: () => [
    announceDiffusion({ n: { minimum: 1, maximum: 8 }, ...imageChanges, upscale: upscaleFactors, progress: true, cancel: true }),
  ],
  stores: [],
  loadsLinks: false,
  imageModel: automatic1111ImageModel,
  videos: () => ({}),
};
