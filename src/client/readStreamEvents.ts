/** The bytes of a server-sent-event stream in; its typed events, in batches as they arrive, out. */
import { createParser } from "eventsource-parser";
import type { StreamEvent } from "../contract/streamEvents.ts";
import { readStreamEvent } from "./readStreamEvent.ts";

export interface StreamEventReader {
  /** The events that these bytes complete. */
  read(bytes: Uint8Array): StreamEvent[];
  /** The events that the end of the stream completes: the last blank line may be missing. */
  finish(): StreamEvent[];
}

export function createStreamEventReader(): StreamEventReader {
  const decoder = new TextDecoder();
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
      parser.feed(decoder.decode(bytes, { stream: true }));
      return take();
    },
    finish() {
      parser.feed(`${decoder.decode()}\n\n`);
      return take();
    },
  };
}
