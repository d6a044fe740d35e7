/** A user's own service with the fault models, four more models, and errors that only a real service would have. */
import { startService } from "../../src/service/startService.ts";
import { type Front, openFront } from "./openFront.ts";
import { writeResponseStream } from "./responseStream.ts";

export const faultyServiceKey = "ui-service-key-0123456789";
/** Requests to it are refused with 429 and a wait that is too long for automatic retries. */
export const limitedModel = "limited";
export const limitedSeconds = 90;
/** The first request with this prompt fails. */
export const moodyPrompt = "A moody whale";
/** Its tasks are completed without a file. */
export const hollowModel = "hollow";
/** Its v2 tasks are completed with this text instead of a file. */
export const talkingModel = "talking";
export const spokenText = "I draw no cats.";
/** Its answers begin with this text and then pause forever. */
export const pausingModel = "pausing";
export const pausedText = " The tide comes in, and";

export interface FaultyService extends Front {
  /** Answers of the pausing model whose client is still connected. */
  paused(): number;
  /** Whether requests for the list of models get no answer: the connection is accepted, and nothing is sent. */
  isSilent: boolean;
  /** The error that requests for the list of models get; undefined: none. */
  refusal: { status: number; code: string } | undefined;
}

export async function startFaultyService(): Promise<FaultyService> {
  const service = await startService({ keys: [faultyServiceKey], faults: true });
  let paused = 0;
  let isMoody = true;
  const state: Pick<FaultyService, "isSilent" | "refusal"> = { isSilent: false, refusal: undefined };
  const front = await openFront(service, ({ method, url }, body, outgoing) => {
    if (state.isSilent && url?.endsWith("/models") === true) return true;
    if (state.refusal !== undefined && url?.endsWith("/models") === true) {
      outgoing.writeHead(state.refusal.status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ error: { code: state.refusal.code, message: "No list." } }));
      return true;
    }
    if (isMoody && body.includes(moodyPrompt)) {
      isMoody = false;
      outgoing.writeHead(500, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ error: { code: "api_error", message: "The model failed to generate a response" } }));
      return true;
    }
    if (body.includes(`"${talkingModel}"`) || url?.endsWith(`/${talkingModel}`) === true) {
      const status = { contents: { status: 2, text: spokenText, files: [] }, error: null };
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(method === "POST" ? { message: "The request was sent.", task_id: talkingModel } : status));
      return true;
    }
    if (body.includes(`"${pausingModel}"`)) {
      paused += 1;
      outgoing.on("close", () => {
        paused -= 1;
      });
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      outgoing.write(writeResponseStream([{ kind: "text", text: pausedText, open: true }], "open"));
      return true;
    }
    if (body.includes(`"${limitedModel}"`)) {
      outgoing.writeHead(429, { "content-type": "application/json", "retry-after": String(limitedSeconds) });
      outgoing.end(JSON.stringify({ error: { code: "rate_limit_exceeded", message: "Too many requests." } }));
      return true;
    }
    if (body.includes(`"${hollowModel}"`) || url?.endsWith(`/${hollowModel}`) === true) {
      outgoing.writeHead(method === "POST" ? 202 : 200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ id: hollowModel, status: "completed", data: [] }));
      return true;
    }
    return false;
  });
  return Object.assign(state, front, { paused: () => paused });
}
