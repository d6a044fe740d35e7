/**
 * Reads Responses in all forms in which services send them, because the AI SDK's package requires each field of each event: a shorter one
 * costs a text that has arrived. The events are written again as the package expects them.
 */
import { responseSchema } from "../../contract/response.ts";
import { readStreamEventFields } from "../../output/readStreamEvent.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { type EventValue, EventValueReader } from "../chatCompletions/eventValues.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import { StreamedError } from "../streamedError.ts";
import { type Emit, StrictEvents } from "./strictEvents.ts";

type Fetch = typeof globalThis.fetch;
type Fields = Readonly<Record<string, unknown>>;

/** Returns a `fetch` whose answers to requests for a Response are streams of complete events. */
export function withReadableResponses(fetch: Fetch): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!answer.ok || answer.body === null || init?.method !== "POST" || !new URL(url).pathname.endsWith("/responses")) return answer;
    const headers = new Headers(answer.headers);
    headers.set("content-type", "text/event-stream");
    return new Response(rewrite(answer.body), { status: answer.status, headers });
  };
}

function rewrite(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const packets = body.getReader();
  const encoder = new TextEncoder();
  let text = "";
  const reader = new ResponseReader((event) => {
    text += `data: ${JSON.stringify(event)}\n\n`;
  });

  /** Reads until there is something to pass on. */
  async function readOn(): Promise<void> {
    while (text === "" && !reader.hasEnded) {
      const { done, value } = await packets.read();
      if (value) reader.add(value);
      if (done) reader.end();
    }
  }

  /** Nobody else ends an answer that is not read any more. */
  const leave = () => packets.cancel().catch(() => undefined);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await readOn().catch((error: unknown) => {
          void leave();
          throw error;
        });
        if (text !== "") controller.enqueue(encoder.encode(text));
        text = "";
        if (!reader.hasEnded) return;
        if (reader.error === undefined) controller.close();
        else controller.error(reader.error);
        await leave();
      },
      cancel: (reason) => packets.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** How much of what cannot be read is kept for an error, in characters. */
const keptUnreadable = 2000;

class ResponseReader {
  readonly #assembly = new ResponseAssembly();
  readonly #events: StrictEvents;
  readonly #values = new EventValueReader((value) => this.#read(value));
  #isDone = false;
  #unreadable = "";
  hasEnded = false;
  /** Set if the service reported an error. */
  error: unknown;

  constructor(emit: Emit) {
    this.#events = new StrictEvents(this.#assembly, emit);
  }

  add(bytes: Uint8Array): void {
    this.#values.add(bytes);
    if (this.#isDone) this.end();
  }

  end(): void {
    if (this.hasEnded) return;
    this.#values.end();
    if (this.hasEnded) return;
    this.hasEnded = true;
    // A stream that says that it is done, without the Response, has all of it.
    if (this.#isDone && this.#events.hasOutput) this.#events.end("completed");
    else if (!this.#events.hasOutput && this.#unreadable !== "") this.error = new StreamedError(this.#unreadable);
  }

  #read(value: EventValue): void {
    if (this.hasEnded || this.#isDone) return;
    switch (value.type) {
      case "done":
        this.#isDone = true;
        return;
      case "text":
        this.#unreadable = `${this.#unreadable} ${value.text}`.trim().slice(0, keptUnreadable);
        return;
      case "json":
        this.#readJson(value.value, value.event);
    }
  }

  #readJson(value: unknown, name: string): void {
    if (!isFields(value)) return;
    const response = wholeIn(value);
    if (response) {
      const whole = responseSchema.safeParse(response).data;
      if (!whole) return;
      this.#events.write(this.#assembly.applyResponse({ ...whole, status: whole.status ?? "completed" }), false);
    } else {
      this.#events.writeArguments(value);
      const event = readStreamEventFields(value, name === "" ? undefined : name);
      if (event) this.#events.write(this.#assembly.apply(event), event.type.endsWith(".delta"));
      else if (isErrorValue(value)) this.#fail(value);
    }
    if (String(value.object).startsWith("chat.completion"))
      this.#fail('it sent a chat completion in the place of a Response: its type is "openai-compatible".');
    const { outcome } = this.#assembly;
    if (outcome === undefined) return;
    if (outcome === "failed") this.#fail(value);
    else this.#events.end(outcome === "incomplete" ? "incomplete" : "completed");
    this.hasEnded = true;
  }

  #fail(reported: unknown): void {
    this.error = new StreamedError(isFields(reported) && isFields(reported.response) ? reported.response : reported);
    this.hasEnded = true;
  }
}

/** A Response that is no part of an event, also in a field of another object; undefined: it is none. */
function wholeIn(value: Fields): Fields | undefined {
  if (String(value.type).startsWith("response.")) return undefined;
  const candidates = [value, value.response, value.data, value.result].filter(isFields);
  return candidates.find(({ output, output_text: text }) => Array.isArray(output) || typeof text === "string");
}
