/** The bytes of a server-sent-event stream in; its typed events, in batches as they arrive, out. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import type { StreamEvent } from "../contract/streamEvents.ts";
import { readStreamEvent } from "./readStreamEvent.ts";

export interface StreamEventReader {
  /** The events that these bytes complete. */
  read(bytes: Buffer): StreamEvent[];
  /** The events that the end of the stream completes: the last blank line may be missing. */
  finish(): StreamEvent[];
}

export function createStreamEventReader(): StreamEventReader {
  // Much faster than TextDecoder on a stream, but leaves the byte order mark in.
  const decoder = new StringDecoder("utf8");
  let isFirst = true;
  let events: StreamEvent[] = [];
  const parser = createParser({
    onEvent(message) {
      if (message.data === "[DONE]") return;
      const event = readStreamEvent(message.data, message.event);
      if (event) events.push(event);
    },
  });
  const take = (): StreamEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    read(bytes) {
      const text = decoder.write(bytes);
      parser.feed(isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text);
      if (text !== "") isFirst = false;
      return take();
    },
    finish() {
      parser.feed(`${decoder.end()}\n\n`);
      return take();
    },
  };
}
