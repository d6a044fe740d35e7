/**
 * What sends the billed requests of one allowed action. Each request is checked against the user's budget in the transaction that records
 * what it may cost, so that two windows cannot both spend the same remaining amount.
 */
import { randomUUID } from "node:crypto";
import { abortedError } from "../client/http/pause.ts";
import type { AnsweringClient, CallOptions, FreeClient, ResponseEnd, ResponseStream, ServiceClient } from "../client/serviceClient.ts";
import type { Model } from "../contract/models.ts";
import { readCost } from "../contract/usage.ts";
import type { TaskRequest, WireRequest } from "../contract/wireRequest.ts";
import type { Allowance } from "./allowance.ts";
import { amountToReserve, estimateCost } from "./estimateCost.ts";
import type { EndedRequest } from "./journal/reservationTable.ts";
import { endOfAnswer, notSent, reserveCost, type Settle, settleAfter } from "./reserveCost.ts";
import { type GenerateUnsavedOptions, generateUnsaved, type UnsavedFile } from "./sending/generateUnsaved.ts";
import { modelOf } from "./sending/submitTask.ts";
import { readSendError } from "./sending/taskSender.ts";
import { readSpending, requireWithin, type SpendingLimits } from "./spending.ts";
import type { SendingTasks, SubmitOptions, TaskHandle, TaskSubmitter, Tasks } from "./tasks.ts";

/** The user's budget as it is now: it may change while requests run. */
export interface BudgetSource {
  limits(): SpendingLimits;
  /** Of the limits. */
  unit(): string;
  findModel(id: string): Pick<Model, "id" | "price" | "capabilities"> | undefined;
  /** Only called if there is a budget. */
  openTasks(): Promise<Pick<Tasks, "costs">>;
  /** Called with the reason if the end of a request could not be recorded. */
  report(error: unknown): void;
}

/** The client for one action. What becomes a task is sent with `TaskSubmitter`. */
export interface BilledClient extends FreeClient, AnsweringClient {
  /** See the function of this name. */
  generateUnsaved(request: TaskRequest, options: GenerateUnsavedOptions): Promise<UnsavedFile>;
}

interface Planned {
  /** undefined: nothing is known of the cost. */
  estimate: number | undefined;
  /** undefined: it may use what is left. */
  amount: number | undefined;
  /** Checks the budget in the transaction that records the request. Rejects with BudgetExceeded. */
  admit: NonNullable<SubmitOptions["admit"]>;
}

const nothingReserved: Settle = () => undefined;

export class AllowedRequests {
  readonly #allowance: Allowance;
  readonly #budget: BudgetSource;

  constructor(allowance: Allowance, budget: BudgetSource) {
    this.#allowance = allowance;
    this.#budget = budget;
  }

  submitter(tasks: SendingTasks): TaskSubmitter {
    return { submit: (options) => this.#submit(tasks, options) };
  }

  /** `baseUrl`: of the service in use, as recorded with tasks. */
  client(client: ServiceClient, baseUrl: string): BilledClient {
    const reserve = (request: WireRequest, signal?: AbortSignal) => this.#reserve(baseUrl, request, signal);
    return {
      ...client,
      createResponse: async (body, call) => {
        const settle = await reserve(textRequest(body.model), call?.signal);
        return settleAfter(client.createResponse(body, call), settle, describeAnswer);
      },
      streamResponse: (body, call) => {
        // Without a budget nothing delays the first token.
        if (!this.#isLimited) return client.streamResponse(body, call);
        return startedStream(reserve(textRequest(body.model), call?.signal), () => client.streamResponse(body, call), call);
      },
      generateUnsaved: async (request, options) => {
        const settle = await reserve(request, options.stop);
        return settleAfter(generateUnsaved(client, request, options), settle, ({ id, cost }) => ({
          id,
          cost: cost?.amount,
          isBilled: "yes",
        }));
      },
    };
  }

  get #isLimited(): boolean {
    return Object.keys(this.#budget.limits()).length > 0;
  }

  #submit(tasks: SendingTasks, options: SubmitOptions): TaskHandle {
    const { amount, admit } = this.#plan(tasks, options.baseUrl, options.request);
    const given = typeof options.origin === "object" ? options.origin : {};
    const origin = amount === undefined ? options.origin : { ...given, estimate: amount };
    const handle = tasks.submit({ ...options, origin, admit });
    this.#allowance.note(handle.key);
    return handle;
  }

  #plan(tasks: Pick<Tasks, "costs">, baseUrl: string, request: WireRequest): Planned {
    const { costs } = tasks;
    const unit = this.#budget.unit();
    const id = modelOf(request);
    const estimate = estimateCost(tasks, baseUrl, request, this.#budget.findModel(id) ?? { id }, unit);
    const reserved = () => amountToReserve(tasks, baseUrl, { kind: request.kind, model: id, estimate });
    const amount = this.#isLimited ? reserved() : estimate;
    const spending = () => readSpending(costs, this.#budget.limits(), unit, new Date(), this.#allowance.requests);
    const check = () => requireWithin(spending(), estimate);
    return { estimate, amount, admit: (record) => this.#allowance.record(check, record) };
  }

  /** Rejects with ServiceError; then nothing may be sent. */
  async #reserve(baseUrl: string, request: WireRequest, signal?: AbortSignal): Promise<Settle> {
    if (signal?.aborted) throw abortedError();
    if (!this.#isLimited) return nothingReserved;
    try {
      const tasks = await this.#budget.openTasks();
      const { estimate, admit } = this.#plan(tasks, baseUrl, request);
      if (estimate === 0) return nothingReserved;
      const key = randomUUID();
      // Before it is recorded, because the action's next request may be checked at once.
      this.#allowance.note(key);
      const estimated = { baseUrl, kind: request.kind, model: modelOf(request), estimate, isAgents: false };
      const settle = await reserveCost(tasks, key, estimated, { admit, report: this.#budget.report, ...(signal && { signal }) });
      if (!signal?.aborted) return settle;
      settle(notSent);
    } catch (error) {
      if (!signal?.aborted) throw readSendError(error);
    }
    throw abortedError();
  }
}

/** All that the estimate of an answer depends on. */
function textRequest(model: string): WireRequest {
  return { interface: "v1", kind: "text", body: { model, input: "" } };
}

/** A stream that begins when its cost is reserved. Like every stream, it does not throw. */
function startedStream(reserved: Promise<Settle>, send: () => ResponseStream, call: CallOptions | undefined): ResponseStream {
  const started = reserved.then((settle) => ({ settle, stream: send() }));
  const end = started.then(
    async ({ settle, stream }) => {
      const ended = await stream.end;
      settle(describeAnswer(ended));
      return ended;
    },
    (error: unknown): ResponseEnd => {
      const nothing = { id: undefined, response: undefined };
      return call?.signal?.aborted
        ? { outcome: "aborted", ...nothing, error: undefined }
        : { outcome: "failed", ...nothing, error: readSendError(error) };
    },
  );
  return {
    end,
    async *[Symbol.asyncIterator]() {
      const sent = await started.catch(() => undefined);
      if (sent !== undefined) yield* sent.stream;
    },
  };
}

function describeAnswer(end: ResponseEnd): EndedRequest {
  return endOfAnswer(end, end.response?.usage ? readCost(end.response.usage) : undefined);
}
