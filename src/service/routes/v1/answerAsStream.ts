/** Sends the events of a Response while it is generated. Source: spec, "Events", and the Responses format. */
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { faultOf } from "../../../contract/faultModels.ts";
import { codeOfStream } from "../../answers/clientCodes.ts";
import { describeResponse, type FullResponse, type ResponseStatus } from "../../answers/describeResponse.ts";
import { closingEvent, errorEvent, openingEvents, type ResponseEvent } from "../../answers/responseEvents.ts";
import type { EventStream, OpenEventStream } from "../../connection/eventStream.ts";
import type { Service } from "../../service.ts";
import type { TaskOutcome } from "../../store/taskStore.ts";
import type { Run } from "../../work/taskRun.ts";

interface StreamOptions {
  superset: boolean;
  /** Writes an event as server-sent events. */
  write(event: ResponseEvent): string;
  openEventStream: OpenEventStream;
}

export function answerAsStream(service: Service, run: Run, options: StreamOptions): Response {
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
    "x-task-id": run.task.id,
  };
  const stream = options.openEventStream(headers, service.settings.streamSilence);
  void writeEvents(service, run, stream, options).finally(() => stream.end());
  return RESPONSE_ALREADY_SENT;
}

async function writeEvents(service: Service, run: Run, stream: EventStream, options: StreamOptions): Promise<void> {
  const { task } = run;
  const fault = faultOf(task.model);
  const write = (event: ResponseEvent) => stream.add(options.write(event));
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
    if (fault === "fault-reset") stream.reset();
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
    stream.add("data: [DONE]\n\n");
  }
}

/** These faults end a stream after half of its events. */
async function breakOff(run: Run, write: (event: ResponseEvent) => void): Promise<void> {
  const events: ResponseEvent[] = [];
  run.listen((event) => events.push(event));
  await run.finished.catch(() => undefined);
  for (const event of events.slice(0, Math.ceil(events.length / 2))) write(event);
}
