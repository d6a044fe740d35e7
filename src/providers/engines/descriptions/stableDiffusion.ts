import { stableDiffusionDialect } from "../../dialects/stableDiffusion.ts";
import type { EngineDescription } from "../engine.ts";
import { cancelJob, stableDiffusionImageModel, stableDiffusionVideoModel } from "../stableDiffusionJobs.ts";
import { readStableDiffusionModels } from "../stableDiffusionModels.ts";

/** stable-diffusion.cpp: jobs for images and videos. */
export const stableDiffusion: EngineDescription = {
  dialect: stableDiffusionDialect,
  modelList: "openai",
  createReaders: () => [readStableDiffusionModels],
  stores: [],
  loadsLinks: false,
  imageModel: stableDiffusionImageModel,
  cancelImage: cancelJob,
  videos: (client) => ({
    videoModel: (id) => stableDiffusionVideoModel(client, id),
    cancelVideo: (_, operation) => cancelJob(client, operation),
  }),
};
