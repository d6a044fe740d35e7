/** What the connection of a request passes to its route. */
import type { Caller } from "../account/accounts.ts";
import type { RequestObserver } from "../observing/observer.ts";
import type { OpenEventStream } from "./eventStream.ts";

/** Breaks the connection during an answer: `reset` at once, `end` after what was written. */
export type BreakConnection = (how: "reset" | "end") => void;

/** What hono passes to a route with a request. */
export interface Bindings {
  observer?: RequestObserver;
  breakConnection?: BreakConnection;
  /** Begins an answer of events. The route then answers with `RESPONSE_ALREADY_SENT`. */
  openEventStream: OpenEventStream;
  /** IP address of the sender, also behind a trusted proxy. */
  clientAddress?: string;
  /** The same object for all requests of a connection. */
  connection?: object;
  /** Scheme, host and port that the client used, if a proxy changed them; see `originOf`. */
  origin?: string | undefined;
  /** Calls the listener once when the answer has been sent (`isSent`), or its connection has closed. */
  onClosed?: (listener: (isSent: boolean) => void) => void;
  /** The owner of the request's key, of which the request was counted; see `callerOf`. */
  caller?: Caller | undefined;
}

export interface RouteEnvironment {
  Bindings: Bindings;
}
