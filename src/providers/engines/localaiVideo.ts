/** LocalAI's `/video`, which answers when the video is finished. Source: LocalAI, "Video generation". */
import type { Experimental_VideoModelV4, Experimental_VideoModelV4VideoData } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { EngineClient } from "./engineClient.ts";
import { framesOf, sidesOf } from "./frames.ts";
import { base64Of } from "./inlineFile.ts";

const madeSchema = z.object({
  data: z.array(z.object({ url: z.nullish(z.string()), b64_json: z.nullish(z.string()) })).check(z.minLength(1)),
});

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
      const { data } = await client.post("../video", body, madeSchema, abortSignal);
      const videos = data.flatMap(({ url, b64_json }): Experimental_VideoModelV4VideoData[] => {
        if (b64_json) return [{ type: "base64", data: b64_json, mediaType: "video/mp4" }];
        return url ? [{ type: "url", url, mediaType: "video/mp4" }] : [];
      });
      return { videos, warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
    },
  };
}
