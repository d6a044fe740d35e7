/**
 * What happens in a service, reported to its operator: the command line creates metrics, a log and traces from it. Nothing that is reported
 * contains a prompt, a body or a key.
 */
import type { Kind } from "../../contract/kind.ts";
import type { ProviderError } from "../../providers/providerError.ts";
import type { WaitingTasks } from "../queue/waitingTasks.ts";
import type { TaskOutcome } from "../store/taskStore.ts";

/** What is known of a request; completed while it is answered. */
export interface RequestFacts {
  /** Sent as `x-request-id` of the answer. */
  readonly id: string;
  readonly method: string;
  /** Without the query, and without the secret of a file's link. */
  readonly path: string;
  /** Pattern of the matched route; undefined if there is none. */
  route?: string;
  /** Name of the caller's account. */
  account?: string;
  /** Full id of the model that a task was accepted for. */
  model?: string;
  /** Id of the accepted task. */
  task?: string;
}

export interface RequestEnd {
  status: number;
  milliseconds: number;
  /** Size of the answer including its headers. */
  bytes: number;
  /** The connection closed before the answer ended. */
  isCut: boolean;
}

export interface ProviderCall {
  provider: string;
  /** The provider's own id. */
  model: string;
  kind: Kind;
  type: "generate" | "poll" | "cancel";
}

export interface CallObserver {
  /** Headers to send with the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** `error`: why the provider did not answer; undefined on success, or if the answer is no longer needed. */
  end(error: ProviderError | undefined): void;
}

/** The reason why a task is generated: the request for it, or the task itself if another process got the request. */
export interface Cause {
  /** Sent as `x-request-id` with each call of a provider. */
  readonly id: string;
  beginCall(call: ProviderCall): CallObserver;
}

export interface RequestObserver extends Cause {
  readonly facts: RequestFacts;
  end(end: RequestEnd): void;
}

export interface TaskEnd {
  id: string;
  /** Id of the cause. */
  cause: string;
  kind: Kind;
  /** Full id; undefined: no provider has listed it, so a client may have invented it. */
  model: string | undefined;
  status: TaskOutcome["status"];
  inputTokens: number;
  outputTokens: number;
  /** In the account's unit. */
  cost: number;
  /** Since it was started in this process. */
  milliseconds: number;
}

/** The headers that connect a request to its client's trace. Source: W3C Trace Context. */
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
  /** Begins a task whose request was sent to another process, or was answered before. */
  beginTask(id: string): Cause;
  /** Reports the first text of an answer. `model` as in TaskEnd. */
  firstText(model: string | undefined, milliseconds: number): void;
  /** Reports that a task's result is stored. */
  endTask(end: TaskEnd): void;
  /** undefined: there are no metrics. `waiting` is undefined if the database does not answer. */
  readonly readMetrics: ((waiting: WaitingTasks | undefined) => Promise<Metrics>) | undefined;
}

const ignore = () => undefined;
const silentCall: CallObserver = { headers: {}, end: ignore };
const beginSilentCall = () => silentCall;

/** Used when nothing is reported. Ids are still sent with calls of providers. */
export const silentObserver: Observer = {
  beginRequest: (facts) => ({ id: facts.id, facts, beginCall: beginSilentCall, end: ignore }),
  beginTask: (id) => ({ id, beginCall: beginSilentCall }),
  firstText: () => undefined,
  endTask: () => undefined,
  readMetrics: undefined,
};
