/** A run of `/responses` in; its server-sent events, at the speed of the service, out. Source: spec, "Events", and the Responses format. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, faultOf } from "../faults/faultModels.ts";
import type { BreakConnection, Service } from "../service.ts";
import type { Made, Run } from "../work/taskRunner.ts";
import { describeResponse, type FullResponse, type ResponseStatus } from "./describeResponse.ts";
import { closingEvent, isDelta, itemEvents, openingEvents, type ResponseEvent } from "./responseEvents.ts";

/** Characters of events that are sent in one write. */
const writeSize = 16 * 1024;
const encoder = new TextEncoder();

/** The task goes on when the client leaves. */
export function streamResponse(service: Service, run: Run, breakConnection: BreakConnection | undefined): Response {
  const leaving = new AbortController();
  const texts = writeEvents(service, run, breakConnection, leaving.signal);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (leaving.signal.aborted) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel() {
        leaving.abort();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no", "x-task-id": run.task.id },
  });
}

async function* writeEvents(
  service: Service,
  run: Run,
  breakConnection: BreakConnection | undefined,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { task } = run;
  const fault = faultOf(task.model);
  let sequence = 0;
  const write = (event: ResponseEvent) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence++ })}\n\n`;
  const describe = (status: ResponseStatus, made: Made | undefined, finishedAt?: number): FullResponse =>
    describeResponse({
      task,
      status,
      finishedAt,
      text: made?.outcome.text,
      usage: made?.outcome.usage,
      picture: pictureOf(made),
      error: made?.outcome.error,
      superset: service.settings.superset,
    });

  yield openingEvents(describe("in_progress", undefined)).map(write).join("");
  const made = await run.made.catch(() => undefined);
  if (made === undefined) {
    yield write(deletedEvent);
    return;
  }
  const final = describe(made.outcome.status, made, service.settings.clock.now());
  for await (const events of pace(cutByFault(itemEvents(final.output), fault), made.duration, signal)) yield events.map(write).join("");
  switch (fault) {
    case "fault-truncated":
      return;
    case "fault-reset":
      breakConnection?.("reset");
      return;
    case "fault-stream-error":
      yield write({ type: "error", code: "api_error", message: "The model failed to generate a response.", param: null });
      return;
  }
  const stored = await run.finished.catch(() => undefined);
  if (stored === undefined) {
    yield write(deletedEvent);
    return;
  }
  const told = stored === made.outcome ? final : describe(stored.status, { ...made, outcome: stored }, service.settings.clock.now());
  yield `${write(closingEvent(told))}data: [DONE]\n\n`;
}

/** The task was deleted while the client read on. */
const deletedEvent: ResponseEvent = { type: "error", code: "not_found", message: "The generation task was not found.", param: null };

function pictureOf(made: Made | undefined): string | undefined {
  const bytes = made?.outcome.files[0]?.bytes;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Faults in the middle of a stream end it after half of its events. */
function cutByFault(events: Iterable<ResponseEvent>, fault: Fault | undefined): ResponseEvent[] {
  const all = [...events];
  switch (fault) {
    case "fault-truncated":
    case "fault-reset":
    case "fault-stream-error":
      return all.slice(0, Math.ceil(all.length / 2));
    default:
      return all;
  }
}

/** Spreads the deltas evenly over `duration` milliseconds; what is due together comes together, in writes of a bounded size. Ends early with the signal. */
async function* pace(events: readonly ResponseEvent[], duration: number, signal: AbortSignal): AsyncGenerator<ResponseEvent[]> {
  const deltas = events.reduce((count, event) => count + (isDelta(event) ? 1 : 0), 0);
  const interval = deltas === 0 ? 0 : duration / deltas;
  const start = performance.now();
  let due = start;
  let batch: ResponseEvent[] = [];
  let size = 0;
  for (const event of events) {
    if (isDelta(event)) due += interval;
    const wait = due - performance.now();
    if (batch.length > 0 && (wait > 0 || size > writeSize)) {
      yield batch;
      batch = [];
      size = 0;
    }
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    batch.push(event);
    size += 200;
  }
  if (batch.length > 0) yield batch;
}
