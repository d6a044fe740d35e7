/** Sends the events of an answer over its connection. */
import type { ServerResponse } from "node:http";

export interface EventStream {
  /** `text`: whole events, in the format of server-sent events. */
  add(text: string): void;
  /** Does nothing after the first time, or after a reset. */
  end(): void;
  /** Resets the connection after what was added. */
  reset(): void;
}

/** `silence`: milliseconds after which a client or a proxy gets a comment, because it would give up a silent stream. */
export type OpenEventStream = (headers: Record<string, string>, silence: number) => EventStream;

/** Ignored by every reader of server-sent events. */
const comment = ": waiting\n\n";
/** UTF-16 code units. */
const blockLength = 65_536;

/**
 * Joins the events that come without a pause, up to a block, and those that the client has not taken yet: each write to a connection costs
 * as much as a hundred events. The head is sent with the first ones, and the end of the body with the last ones.
 */
export function openEventStream(outgoing: ServerResponse, headers: Record<string, string>, silence: number): EventStream {
  let waiting = "";
  let isScheduled = true;
  /** Whether the client has not taken what was written. */
  let isBlocked = false;
  let isOver = false;
  outgoing.writeHead(200, headers);
  const timer = setInterval(() => {
    waiting ||= comment;
    writeWaiting();
  }, silence).unref();
  outgoing
    .on("drain", () => {
      isBlocked = false;
      writeWaiting();
    })
    // Its connection closes, too.
    .on("error", () => undefined)
    .on("close", () => clearInterval(timer));

  function writeWaiting(): void {
    isScheduled = false;
    if (isBlocked || isOver || waiting === "" || outgoing.destroyed) return;
    const text = waiting;
    waiting = "";
    const { socket } = outgoing;
    socket?.cork();
    isBlocked = !outgoing.write(text);
    socket?.uncork();
    timer.refresh();
  }

  process.nextTick(() => {
    if (waiting === "" && !isOver) outgoing.flushHeaders();
    writeWaiting();
  });

  return {
    add(text) {
      if (isOver || outgoing.destroyed) return;
      waiting += text;
      if (isBlocked) return;
      if (waiting.length >= blockLength) writeWaiting();
      else if (!isScheduled) {
        isScheduled = true;
        process.nextTick(writeWaiting);
      }
    },
    end() {
      clearInterval(timer);
      if (!isOver && !outgoing.destroyed) outgoing.end(waiting);
      isOver = true;
    },
    reset() {
      isBlocked = false;
      writeWaiting();
      clearInterval(timer);
      isOver = true;
      setImmediate(() => outgoing.socket?.resetAndDestroy());
    },
  };
}
