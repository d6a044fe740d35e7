/** Parses a stream of server-sent events and returns the typed events in batches. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import type { StreamEvent } from "../../contract/streamEvents.ts";
import { readStreamEvent } from "../../output/readStreamEvent.ts";
import { badAnswer } from "../http/badAnswer.ts";

/** Limit for one event in characters; an image is one event. */
const eventLimit = 256 * 1024 * 1024;

export class StreamEventReader {
  // Much faster than TextDecoder on a stream, but keeps the byte order mark.
  readonly #decoder = new StringDecoder("utf8");
  readonly #parser = createParser({
    onEvent: ({ data, event }) => this.#add(data, event),
    onError: ({ type }) => {
      this.#isTooLong ||= type === "max-buffer-size-exceeded";
    },
    maxBufferSize: eventLimit,
  });
  #isFirst = true;
  #events: StreamEvent[] = [];
  #skipped = 0;
  #isTooLong = false;

  /** Number of events so far that no schema matches or that are not JSON. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Returns the events that these bytes complete. */
  read(bytes: Buffer): StreamEvent[] {
    const text = this.#decoder.write(bytes);
    const hasMark = this.#isFirst && text.startsWith("\uFEFF");
    if (text !== "") this.#isFirst = false;
    return this.#feed(hasMark ? text.slice(1) : text);
  }

  /** Returns the events that the end of the stream completes, because the last blank line may be missing. */
  finish(): StreamEvent[] {
    return this.#feed(`${this.#decoder.end()}\n\n`);
  }

  #feed(text: string): StreamEvent[] {
    this.#parser.feed(text);
    if (this.#isTooLong) throw badAnswer("The service sent an event that is too long.", true);
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  #add(data: string, name: string | undefined): void {
    if (data === "[DONE]") return;
    const event = readStreamEvent(data, name);
    if (event) this.#events.push(event);
    else this.#skipped += 1;
  }
}
