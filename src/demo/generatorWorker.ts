/** Generation requests posted by the parent thread in; their results, one at a time, posted back. */
import { parentPort } from "node:worker_threads";
import { makeResult } from "./makeResult.ts";
import type { GenerationResult, WorkerRequest } from "./request.ts";
import type { WorkerAnswer } from "./workerPool.ts";

/** The result's own buffers, which move to the parent instead of being copied. */
function transferable(result: GenerationResult): ArrayBuffer[] {
  const bytes = result.kind === "text" ? result.image?.bytes : result.bytes;
  return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

parentPort?.on("message", async (request: WorkerRequest) => {
  let answer: WorkerAnswer;
  try {
    answer = { result: await makeResult(request) };
  } catch (error) {
    // The class alone: a message could carry words of the prompt.
    answer = { error: `The demo model failed: ${error instanceof Error ? error.name : "unknown error"}.` };
  }
  parentPort?.postMessage(answer, "result" in answer ? transferable(answer.result) : []);
});
