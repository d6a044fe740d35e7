/** Sends the events of a Response while it is generated. Source: spec, "Events", and the Responses format. */
import { faultOf } from "../../../contract/faultModels.ts";
import { codeOfStream } from "../../answers/clientCodes.ts";
import { describeResponse, type FullResponse, type ResponseStatus } from "../../answers/describeResponse.ts";
import { closingEvent, errorEvent, openingEvents, type ResponseEvent } from "../../answers/responseEvents.ts";
import type { BreakConnection } from "../../connection/bindings.ts";
import type { Service } from "../../service.ts";
import type { TaskOutcome } from "../../store/taskStore.ts";
import type { Run } from "../../work/taskRun.ts";

const encoder = new TextEncoder();
/** Ignored by every reader of server-sent events. */
const comment = ": waiting\n\n";

/**
 * Joins the events that the reader has not taken yet, so that a slow reader gets fewer and larger chunks, and those that are written without
 * a pause: the socket, which sends nothing sooner, takes one large text in a quarter of the time of many small ones.
 */
interface EventBuffer {
  add(text: string): void;
  /** `how`: "reset" breaks the connection instead of ending the stream. */
  end(how?: "reset"): void;
  readonly isBroken: boolean;
  /** A comment if there is no event for too long. undefined: the stream has ended. */
  next(): Promise<string | undefined>;
}

/** `silence`: milliseconds after which a client or a proxy gets a comment, because it would give up a silent stream. */
function createBuffer(silence: number): EventBuffer {
  let waiting = "";
  let isOver = false;
  let isBroken = false;
  let wake: (() => void) | undefined;
  const notify = () => {
    if (wake !== undefined) process.nextTick(wake);
    wake = undefined;
  };
  return {
    add(text) {
      if (text === "") return;
      waiting += text;
      notify();
    },
    end(how) {
      isOver = true;
      isBroken ||= how === "reset";
      notify();
    },
    get isBroken() {
      return isBroken;
    },
    async next() {
      if (waiting === "" && !isOver) {
        const waited = Promise.withResolvers<void>();
        wake = waited.resolve;
        const timer = setTimeout(() => {
          waiting ||= comment;
          notify();
        }, silence);
        timer.unref();
        await waited.promise;
        clearTimeout(timer);
      }
      const text = waiting;
      waiting = "";
      return text === "" ? undefined : text;
    },
  };
}

interface StreamOptions {
  superset: boolean;
  /** Writes an event as server-sent events. */
  write(event: ResponseEvent): string;
  breakConnection: BreakConnection | undefined;
  /** See Bindings. */
  takesText: boolean;
}

/** The task ends when the client disconnects, unless `completesLeftText` lets it continue. */
export function answerAsStream(service: Service, run: Run, options: StreamOptions): Response {
  const { breakConnection, takesText } = options;
  const buffer = createBuffer(service.settings.streamSilence);
  void writeEvents(service, run, buffer, options).finally(() => buffer.end());
  const stream: ReadableStream = new ReadableStream(
    {
      async pull(controller) {
        const text = await buffer.next();
        if (text !== undefined) controller.enqueue(takesText ? text : encoder.encode(text));
        else if (buffer.isBroken && breakConnection) breakConnection("reset");
        else controller.close();
      },
      cancel: () => service.runner.leave(run.task.id),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no", "x-task-id": run.task.id },
  });
}

async function writeEvents(service: Service, run: Run, buffer: EventBuffer, options: StreamOptions): Promise<void> {
  const { task } = run;
  const fault = faultOf(task.model);
  const write = (event: ResponseEvent) => buffer.add(options.write(event));
  const describe = (status: ResponseStatus, outcome?: TaskOutcome): FullResponse =>
    describeResponse({
      task,
      status,
      finishedAt: outcome && service.settings.clock.now(),
      output: outcome?.output,
      usage: outcome?.usage,
      images: (outcome?.files ?? []).map(({ bytes }) =>
        bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64") : "",
      ),
      error: outcome?.error && { ...outcome.error, code: codeOfStream(outcome.error) },
      superset: options.superset,
    });

  for (const event of openingEvents(describe("in_progress"))) write(event);
  if (fault === "fault-truncated" || fault === "fault-reset") {
    await breakOff(run, write);
    if (fault === "fault-reset") buffer.end("reset");
    return;
  }
  run.listen(write);
  const outcome = await run.finished.catch(() => undefined);
  if (outcome === undefined) {
    // The task was deleted while the client was reading.
    write(errorEvent("not_found", "The generation task was not found."));
  } else if (fault === "fault-stream-error") {
    write(errorEvent("api_error", "The model failed to generate a response."));
  } else {
    write(closingEvent(describe(outcome.status, outcome)));
    buffer.add("data: [DONE]\n\n");
  }
}

/** These faults end a stream after half of its events. */
async function breakOff(run: Run, write: (event: ResponseEvent) => void): Promise<void> {
  const events: ResponseEvent[] = [];
  run.listen((event) => events.push(event));
  await run.finished.catch(() => undefined);
  for (const event of events.slice(0, Math.ceil(events.length / 2))) write(event);
}
