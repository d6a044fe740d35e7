/** The names of models with which a client makes the built-in service fail. */
import { type Kind, kinds, mediaKinds } from "./kind.ts";

const faults = [
  /** 400, the model is unavailable at generation */ "fault-400",
  /** 408 */ "fault-408",
  /** 429 with Retry-After */ "fault-429",
  /** 500 */ "fault-500",
  /** the task is accepted, and the POST returns 504 */ "fault-504",
  /** `insufficient_quota` */ "fault-quota",
  /** an `error` event in the middle of a stream; without a stream 500 */ "fault-stream-error",
  /** the answer stops at a limit: status `incomplete` */ "fault-incomplete",
  /** the model declines: a `refusal` part */ "fault-refusal",
  /** the answer ends in the middle as if it were complete; the task completes */ "fault-truncated",
  /** the connection is reset in the middle; the task completes */ "fault-reset",
  /** waits as many seconds as the first number in the prompt, else 5 */ "fault-slow",
  /** the task is accepted and then fails */ "fault-failed-task",
  /** a file of the size in the prompt, up to 4 GiB, generated while it is sent */ "fault-huge",
] as const;
export type Fault = (typeof faults)[number];

const kindsOfFault: Record<Fault, readonly Kind[]> = {
  "fault-400": kinds,
  "fault-408": kinds,
  "fault-429": kinds,
  "fault-500": kinds,
  "fault-504": kinds,
  "fault-quota": kinds,
  "fault-stream-error": ["text"],
  "fault-incomplete": ["text"],
  "fault-refusal": ["text"],
  "fault-truncated": kinds,
  "fault-reset": kinds,
  "fault-slow": kinds,
  "fault-failed-task": kinds,
  "fault-huge": mediaKinds,
};

export const faultModels: readonly { id: Fault; kinds: readonly Kind[] }[] = faults.map((id) => ({ id, kinds: kindsOfFault[id] }));

/** The fault of a model; undefined for a model that works. */
export function faultOf(modelId: string): Fault | undefined {
  return faults.find((fault) => fault === modelId);
}
