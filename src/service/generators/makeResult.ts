/** A generation request in; its result out. Each kind's code loads when it is first asked for. */
import type { GenerationRequest, GenerationResult } from "./generator.ts";

/** Runs in the generator's thread: it may compute for seconds. */
export async function makeResult(request: GenerationRequest): Promise<GenerationResult> {
  switch (request.kind) {
    case "text":
      return (await import("./text/makeText.ts")).makeText(request);
    case "image":
      return (await import("./image/makeImage.ts")).makeImage(request);
    case "audio":
      return (await import("./audio/makeAudio.ts")).makeAudio(request);
    case "video":
      return (await import("./video/makeVideo.ts")).makeVideo(request);
  }
}
