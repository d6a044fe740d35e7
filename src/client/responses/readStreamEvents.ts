/** Parses a stream of server-sent events and returns the typed events in batches. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import type { StreamEvent } from "../../contract/streamEvents.ts";
import { badAnswer } from "../http/badAnswer.ts";
import { readStreamEvent } from "./readStreamEvent.ts";

export interface StreamEventReader {
  /** Returns the events that these bytes complete. */
  read(bytes: Buffer): StreamEvent[];
  /** Returns the events that the end of the stream completes, because the last blank line may be missing. */
  finish(): StreamEvent[];
  /** Number of events so far that no schema matches or that are not JSON. */
  readonly skipped: number;
}

/** Limit for one event in characters; an image is one event. */
const eventLimit = 256 * 1024 * 1024;

export function createStreamEventReader(): StreamEventReader {
  // Much faster than TextDecoder on a stream, but keeps the byte order mark.
  const decoder = new StringDecoder("utf8");
  let isFirst = true;
  let events: StreamEvent[] = [];
  let skipped = 0;
  let isTooLong = false;
  const parser = createParser({
    onEvent(message) {
      if (message.data === "[DONE]") return;
      const event = readStreamEvent(message.data, message.event);
      if (event) events.push(event);
      else skipped += 1;
    },
    onError(error) {
      isTooLong ||= error.type === "max-buffer-size-exceeded";
    },
    maxBufferSize: eventLimit,
  });
  const feed = (text: string): StreamEvent[] => {
    parser.feed(text);
    if (isTooLong) throw badAnswer("The service sent an event that is too long.", true);
    return take();
  };
  const take = (): StreamEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    read(bytes) {
      const text = decoder.write(bytes);
      const hasMark = isFirst && text.startsWith("\uFEFF");
      if (text !== "") isFirst = false;
      return feed(hasMark ? text.slice(1) : text);
    },
    finish() {
      return feed(`${decoder.end()}\n\n`);
    },
    get skipped() {
      return skipped;
    },
  };
}
