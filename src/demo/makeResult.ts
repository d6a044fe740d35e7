/** Generates the result of a request. The code of each kind is imported on first use. */
import type { GenerationResult, WorkerRequest } from "./request.ts";

/** Runs in the generator's thread, and may compute for seconds. */
export async function makeResult(request: WorkerRequest): Promise<GenerationResult> {
  switch (request.kind) {
    case "text":
      return (await import("./text/makeText.ts")).makeText(request);
    case "image":
      return (await import("./image/makeImage.ts")).makeImage(request);
    case "audio":
      return (await import("./audio/makeAudio.ts")).makeAudio(request);
    case "video":
      return (await import("./video/makeVideo.ts")).makeVideo(request);
    case "conversion":
      return (await import("./audio/convertWav.ts")).convertWav(request);
  }
}
