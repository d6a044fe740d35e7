import type { Experimental_VideoModelV4 } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { framesPerSecond } from "../../announcedFields.ts";
import { chatDialect } from "../../dialects/openaiCompatible.ts";
import { videoMetadataName } from "../../dialects/optionNames.ts";
import { videoArguments } from "../../dialects/videoArguments.ts";
import { listContents } from "../../files/readContent.ts";
import type { EngineDescription } from "../engine.ts";
import type { EngineClient } from "../engineClient.ts";
import { addVoices, announceFields } from "../engineFacts.ts";
import { framesOf, sidesOf } from "../frames.ts";
import { base64Of, lastFrameOf } from "../inlineFile.ts";

/** LocalAI: an endpoint of its own for videos. */
export const localai: EngineDescription = {
  dialect: chatDialect({ images: "localai", video: videoArguments("localaiVideo") }),
  modelList: "openai",
  createReaders: () => [addVoices, announceLocalaiFields],
  stores: [],
  loadsLinks: false,
  imageModel: undefined,
  videos: (client) => ({ videoModel: (id) => localaiVideoModel(client, id) }),
};

/** Source: LocalAI, `VideoRequest` and `TTSRequest`; a backend skips what it does not know. */
const announceLocalaiFields = announceFields({
  video: { last_frame: true, fps: framesPerSecond },
  audio: { language: true, voice_instructions: true },
});

/** `/video` answers when the video is finished. Source: LocalAI, "Video generation". */
function localaiVideoModel(client: EngineClient, modelId: string): Experimental_VideoModelV4 {
  return {
    specificationVersion: "v4",
    provider: "localai",
    modelId,
    maxVideosPerCall: 1,
    async doGenerate({ prompt = "", resolution, duration, fps, image, frameImages, providerOptions, abortSignal }) {
      const { count, ...rate } = framesOf(duration, fps);
      const last = lastFrameOf(frameImages);
      const body = {
        ...providerOptions[videoMetadataName],
        model: modelId,
        prompt,
        ...sidesOf(resolution),
        ...rate,
        ...(count === undefined ? {} : { num_frames: count }),
        ...(image?.type === "file" ? { start_image: base64Of(image) } : {}),
        ...(last?.type === "file" ? { end_image: base64Of(last) } : {}),
      };
      const made = await client.post("../video", body, z.unknown(), abortSignal);
      const videos = listContents(made).map((data) => ({ type: "base64" as const, data, mediaType: "video/mp4" }));
      return { videos, warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
    },
  };
}
