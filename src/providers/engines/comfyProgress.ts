/** Reads how far ComfyUI is from its WebSocket. Source: ComfyUI, "Messages" of the server, and `protocol.py` for previews. */
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import type { Progress } from "../../contract/progress.ts";
import { isFields } from "../errorReason.ts";
import { previewOf } from "../generationHooks.ts";
import type { EngineClient } from "./engineClient.ts";
import { createWorkflowProgress, type WorkflowProgress } from "./workflowProgress.ts";

/** A prompt in ComfyUI. Messages about it are only sent to the client that sent the prompt. */
export const comfyPromptSchema = z.object({
  prompt_id: z.string().check(z.minLength(1)),
  client_id: z.string(),
  /** How many nodes its workflow has; undefined: unknown, so that no percentage is reported. */
  nodes: z.catch(z.optional(z.int()), undefined),
});
export type ComfyPrompt = z.infer<typeof comfyPromptSchema>;

/** Types of binary messages: a preview, and a preview after the length of its description and the description. Big-endian. */
const preview = 1;
const describedPreview = 4;

/** Milliseconds until a socket that broke is opened again. */
const reopenTime = 2_000;

/**
 * Calls `report` with what each message about the prompt says until the returned function is called. While no socket can be opened, nothing
 * is reported: the result does not depend on it.
 */
export function readComfyProgress(client: EngineClient, prompt: ComfyPrompt, report: (progress: Progress) => void): () => void {
  const executed = createWorkflowProgress(prompt.nodes ?? 0);
  let socket = openComfySocket(client, prompt, executed, report);
  let timer: NodeJS.Timeout | undefined;
  const reopenLater = () => {
    timer = setTimeout(() => {
      socket = openComfySocket(client, prompt, executed, report);
      socket?.addEventListener("close", reopenLater);
    }, reopenTime);
    timer.unref();
  };
  socket?.addEventListener("close", reopenLater);
  return () => {
    clearTimeout(timer);
    socket?.removeEventListener("close", reopenLater);
    socket?.close();
  };
}

function openComfySocket(
  client: EngineClient,
  prompt: ComfyPrompt,
  executed: WorkflowProgress,
  report: (progress: Progress) => void,
): WebSocket | undefined {
  const socket = client.openSocket(`ws?clientId=${encodeURIComponent(prompt.client_id)}`);
  if (socket === undefined) return undefined;
  let isOurs = true;
  socket.binaryType = "arraybuffer";
  socket.addEventListener("error", () => undefined);
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    if (data instanceof ArrayBuffer) {
      if (isOurs) void previewOf(imageOf(Buffer.from(data))).then((preview) => preview !== undefined && report({ preview }));
      return;
    }
    const message = readMessage(data);
    // Messages of older versions do not say to which prompt they belong.
    isOurs = message?.promptId === undefined ? isOurs : message.promptId === prompt.prompt_id;
    const percent = isOurs && message ? executed(message.type, message.data) : undefined;
    if (percent !== undefined) report({ percent });
  });
  return socket;
}

function imageOf(message: Buffer): Buffer {
  const type = message.byteLength < 8 ? 0 : message.readUInt32BE(0);
  if (type === preview) return message.subarray(8);
  return type === describedPreview ? message.subarray(8 + message.readUInt32BE(4)) : Buffer.alloc(0);
}

function readMessage(text: unknown) {
  const message = typeof text === "string" ? parseJson(text) : undefined;
  if (!isFields(message) || !isFields(message.data)) return undefined;
  const { type, data } = message;
  return { type, data, promptId: typeof data.prompt_id === "string" ? data.prompt_id : undefined };
}
