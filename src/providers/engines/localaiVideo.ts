/** LocalAI's `/video`, which answers when the video is finished. Source: LocalAI, "Video generation". */
import type { Experimental_VideoModelV4 } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { listContents } from "../readContent.ts";
import type { EngineClient } from "./engineClient.ts";
import { framesOf, sidesOf } from "./frames.ts";
import { base64Of } from "./inlineFile.ts";

export function localaiVideoModel(client: EngineClient, modelId: string): Experimental_VideoModelV4 {
  return {
    specificationVersion: "v4",
    provider: "localai",
    modelId,
    maxVideosPerCall: 1,
    async doGenerate({ prompt = "", resolution, duration, image, abortSignal }) {
      const body = {
        model: modelId,
        prompt,
        ...sidesOf(resolution),
        ...(duration === undefined ? {} : { fps: framesOf(duration).fps, num_frames: framesOf(duration).count }),
        ...(image?.type === "file" ? { start_image: base64Of(image) } : {}),
      };
      const made = await client.post("../video", body, z.unknown(), abortSignal);
      const videos = listContents(made).map((data) => ({ type: "base64" as const, data, mediaType: "video/mp4" }));
      return { videos, warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
    },
  };
}
