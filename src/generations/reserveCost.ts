/** Reserves what a request that is not a task may cost, until it has ended. A task states its estimate itself. */
import type { CallOptions, ResponseEnd } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { amountToReserve } from "./estimateCost.ts";
import type { GenerationEnd } from "./generate.ts";
import type { EndedRequest, ReservedRequest } from "./journal/reservationTable.ts";
import type { SubmitOptions, Tasks } from "./tasks.ts";

interface EstimatedRequest extends Omit<ReservedRequest, "amount" | "unit"> {
  /** undefined: nothing is known of the cost. */
  estimate: number | undefined;
}

interface ReserveOptions extends Pick<CallOptions, "signal"> {
  /** The same as for a task. */
  admit: NonNullable<SubmitOptions["admit"]>;
  /** Called with the reason if the end of the request could not be recorded. */
  report(error: unknown): void;
}

/** To be called when the request has ended. */
export type Settle = (end: EndedRequest) => void;

export const notSent: EndedRequest = { id: undefined, cost: undefined, isBilled: "no" };

/** `key`: any unique name. Rejects like `admit`; then nothing may be sent. */
export async function reserveCost(
  tasks: Pick<Tasks, "costs">,
  key: string,
  { estimate, ...request }: EstimatedRequest,
  { admit, signal, report }: ReserveOptions,
): Promise<Settle> {
  const { reservations, unitOf } = tasks.costs;
  const { baseUrl, kind, model } = request;
  const amount = amountToReserve(tasks, baseUrl, { kind, model, estimate });
  const reserved = { ...request, amount, unit: unitOf(baseUrl, model) };
  await admit((check) => reservations.reserve(key, reserved, check, signal));
  return (end) => void reservations.settle(key, end).catch(report);
}

/** Settles when the request has ended in any way. */
export async function settleAfter<Result>(
  running: Promise<Result>,
  settle: Settle,
  describe: (result: Result) => EndedRequest,
): Promise<Result> {
  try {
    const result = await running;
    settle(describe(result));
    return result;
  } catch (error) {
    settle(describeError(error));
    throw error;
  }
}

/** `cost`: what the service reported; undefined: nothing. */
export function endOfAnswer({ outcome, id, error }: ResponseEnd | GenerationEnd, cost: number | undefined): EndedRequest {
  switch (outcome) {
    case "completed":
    case "refused":
    case "incomplete":
      return { id, cost, isBilled: "yes" };
    case "truncated":
    case "aborted":
      return { id, cost, isBilled: "perhaps" };
    case "failed":
      return { id, cost, isBilled: error?.maybeAccepted ? "perhaps" : "no" };
  }
}

/** An answer to a request that was accepted may be lost on the way. */
function describeError(error: unknown): EndedRequest {
  if (!(error instanceof ServiceError)) return notSent;
  const isLost = error.maybeAccepted || error.kind === "connectionLost" || error.kind === "timeout" || error.kind === "badAnswer";
  return { id: error.taskId, cost: undefined, isBilled: isLost ? "perhaps" : "no" };
}
