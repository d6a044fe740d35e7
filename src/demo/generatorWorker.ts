/** Generates results for requests that the parent thread posts, one at a time, and posts the results back. */
import { parentPort } from "node:worker_threads";
import type { GenerationResult, WorkerRequest } from "./request.ts";
import type { WorkerAnswer } from "./workerPool.ts";

/** The result's buffers, which are transferred to the parent instead of being copied. */
function transferable(result: GenerationResult): ArrayBuffer[] {
  const bytes = result.kind === "text" ? result.image?.bytes : result.bytes;
  return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

/** The code of each kind is imported on first use. */
async function makeResult(request: WorkerRequest): Promise<GenerationResult> {
  switch (request.kind) {
    case "text":
      return (await import("./text/makeText.ts")).makeText(request);
    case "image":
      return (await import("./image/makeImage.ts")).makeImage(request);
    case "audio":
      return (await import("./audio/makeAudio.ts")).makeAudio(request);
    case "video":
      return (await import("./video/makeVideo.ts")).makeVideo(request);
    case "upscale":
      return (await import("./upscale/upscale.ts")).upscale(request);
    case "conversion":
      return (await import("./audio/makeAudio.ts")).convertSound(request);
  }
}

parentPort?.on("message", async (request: WorkerRequest) => {
  let answer: WorkerAnswer;
  try {
    answer = { result: await makeResult(request) };
  } catch (error) {
    // Only the error's class: a message could contain words of the prompt.
    answer = { error: `The demo model failed: ${error instanceof Error ? error.name : "unknown error"}.` };
  }
  parentPort?.postMessage(answer, "result" in answer ? transferable(answer.result) : []);
});
