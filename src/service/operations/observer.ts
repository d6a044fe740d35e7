/**
 * What happens in a service, as it is reported to whoever operates it: the command line makes metrics, a log and traces of it. Nothing that is
 * reported holds a prompt, a body or a key.
 */
import type { Kind } from "../../contract/kind.ts";
import type { ProviderError } from "../../providers/providerError.ts";
import type { Outcome } from "../store/taskStore.ts";
import type { WaitingTasks } from "./waitingTasks.ts";

/** What is known of a request; more of it while it is answered. */
export interface RequestFacts {
  /** The answer has it as `x-request-id`. */
  readonly id: string;
  readonly method: string;
  /** Without query, and without the secret of a file's link. */
  readonly path: string;
  /** Pattern of the route that answers; undefined: there is none. */
  route?: string;
  /** Name of the caller's account. */
  account?: string;
  /** Full id of the model that a task was accepted for. */
  model?: string;
  /** Id of the task that was accepted. */
  task?: string;
}

export interface RequestEnd {
  status: number;
  milliseconds: number;
  /** Of the answer, with its headers. */
  bytes: number;
  /** The connection ended before the answer did. */
  isCut: boolean;
}

export interface ProviderCall {
  provider: string;
  /** As the provider knows it. */
  model: string;
  kind: Kind;
  type: "generate" | "poll" | "cancel";
}

export interface CallObserver {
  /** They go along with the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** `error`: why the provider did not answer; undefined also where nobody waits for the answer any more. */
  end(error: ProviderError | undefined): void;
}

/** What a task is made for: the request that asked for it, or, where that came to another process, the task itself. */
export interface Cause {
  /** Goes along with each call of a provider, as `x-request-id`. */
  readonly id: string;
  beginCall(call: ProviderCall): CallObserver;
}

export interface RequestObserver extends Cause {
  readonly facts: RequestFacts;
  end(end: RequestEnd): void;
}

export interface TaskEnd {
  id: string;
  /** Id of its cause. */
  cause: string;
  kind: Kind;
  /** Full id; undefined: no provider has listed it, so that a client may have made it up. */
  model: string | undefined;
  status: Outcome["status"];
  inputTokens: number;
  outputTokens: number;
  /** In the account's unit. */
  cost: number;
  /** Since it was begun here. */
  milliseconds: number;
}

/** How a request is a part of a trace that its client has begun. Source: W3C Trace Context. */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface Metrics {
  contentType: string;
  text: string;
}

export interface Observer {
  beginRequest(facts: RequestFacts, trace: TraceHeaders): RequestObserver;
  /** A task whose request came to another process, or was answered before. */
  beginTask(id: string): Cause;
  /** The first words of an answer. `model` as in TaskEnd. */
  firstText(model: string | undefined, milliseconds: number): void;
  /** A task's result is stored. */
  endTask(end: TaskEnd): void;
  /** undefined: nobody measures. `waiting` undefined: the database does not answer. */
  readonly readMetrics: ((waiting: WaitingTasks | undefined) => Promise<Metrics>) | undefined;
}

const ignore = () => undefined;
const silentCall: CallObserver = { headers: {}, end: ignore };
const beginSilentCall = () => silentCall;

/** Where nobody operates the service. Ids go along with calls of providers all the same. */
export const silentObserver: Observer = {
  beginRequest: (facts) => ({ id: facts.id, facts, beginCall: beginSilentCall, end: ignore }),
  beginTask: (id) => ({ id, beginCall: beginSilentCall }),
  firstText: () => undefined,
  endTask: () => undefined,
  readMetrics: undefined,
};
