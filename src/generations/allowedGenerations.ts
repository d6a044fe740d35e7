/**
 * What starts the billed requests of one allowed action. Each request is checked against the user's budget in the transaction that records
 * what it may cost, so that two windows cannot both spend the same remaining amount.
 */
import { abortedError } from "../client/http/pause.ts";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Model } from "../contract/models.ts";
import type { TaskRequest, WireRequest } from "../contract/wireRequest.ts";
import type { Allowance } from "./allowance.ts";
import { amountToReserve, estimateCost, sumEstimates } from "./estimateCost.ts";
import {
  type Admission,
  type Generation,
  type GenerationStarter,
  isStreamed,
  requireTarget,
  type StartOptions,
  type StreamedText,
  type TextOptions,
} from "./generation.ts";
import type { Narration } from "./narration/planTurns.ts";
import { modelOf } from "./newTask.ts";
import { startText } from "./sending/startText.ts";
import { readSendError } from "./sending/taskSender.ts";
import { readSpending, requireWithin, type SpendingLimits } from "./spending.ts";
import { startTask } from "./startTask.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import type { Task } from "./task.ts";
import { makeTaskKey } from "./taskKey.ts";
import type { SendingTasks, TaskHandle } from "./tasks.ts";

/** The user's budget as it is now: it may change while requests run. */
export interface BudgetSource {
  limits(): SpendingLimits;
  /** Of the limits. */
  unit(): string;
  findModel(id: string): Pick<Model, "id" | "price" | "capabilities"> | undefined;
  /** For a text, only called if there is a budget or the text is recorded. */
  openTasks(): Promise<SendingTasks>;
  client(): Promise<ServiceClient>;
  /** Called with the reason if the end of a request could not be recorded. */
  report(error: unknown): void;
}

/** What a window remembers of the models whose tasks it runs. */
export interface ModelMemory {
  /** The turns of a dialogue, with a voice for each speaker; undefined: it is none, or no second voice of the model is known. */
  planTurns(request: TaskRequest): Promise<Narration | undefined>;
  rememberVoices(model: string, voices: Narration["voices"]): Promise<void>;
  /** Which values the model has accepted or rejected. */
  rememberOutcome(task: Task): Promise<void>;
}

interface Planned {
  /** undefined: nothing is known of the cost. */
  estimate: number | undefined;
  /** undefined: it may use what is left. */
  amount: number | undefined;
  /** Checks the budget in the transaction that records the request. Rejects with BudgetExceeded. */
  admit: NonNullable<SubmitOptions["admit"]>;
}

/** All that the estimate of an answer depends on. */
const toEstimate = (request: StreamedText | TaskRequest): WireRequest =>
  isStreamed(request) ? { interface: "v1", kind: "text", body: { model: request.body.model, input: "" } } : request;

/** What sends the billed requests of one action. */
export interface AllowedStarter extends GenerationStarter {
  /**
   * Runs a task until it ends: saves its files, or delivers them to their file system. A dialogue gets a voice for each speaker. A failed
   * task is returned too, with its error. `onChange` is called with the initial task, and after each change. Rejects with ServiceError if
   * the journal rejects the task, the user does not exceed the budget or the signal has fired; then nothing was sent.
   */
  run(options: SubmitOptions, onChange?: (task: Task) => void): Promise<Task>;
}

export class AllowedGenerations implements AllowedStarter {
  readonly #allowance: Allowance;
  readonly #budget: BudgetSource;
  readonly #memory: ModelMemory | undefined;

  constructor(allowance: Allowance, budget: BudgetSource, memory?: ModelMemory) {
    this.#allowance = allowance;
    this.#budget = budget;
    this.#memory = memory;
  }

  async start(request: StreamedText | TaskRequest, options: TextOptions | StartOptions): Promise<Generation> {
    if (isStreamed(request)) return this.#startText(request, options);
    const tasks = await this.#budget.openTasks();
    return startTask((submitted) => this.#submit(tasks, submitted), request, requireTarget(options));
  }

  async run(options: SubmitOptions, onChange?: (task: Task) => void): Promise<Task> {
    const narration = await this.#memory?.planTurns(options.request);
    const handle = this.#submit(await this.#budget.openTasks(), { ...options, turns: narration?.turns });
    if (narration !== undefined) await this.#memory?.rememberVoices(modelOf(options.request), narration.voices);
    for await (const task of handle.changes()) onChange?.(task);
    const ended = await handle.end();
    await this.#memory?.rememberOutcome(ended);
    return ended;
  }

  async #startText(request: StreamedText, options: TextOptions): Promise<Generation> {
    if (options.signal?.aborted) throw abortedError();
    const { client, openTasks: records, report } = this.#budget;
    const key = options.key ?? makeTaskKey(Date.now());
    const admission = await this.#admission(options.baseUrl, toEstimate(request), key);
    const admitted = { ...options, key, ...(admission && { admission }) };
    const { onUnrecorded } = options;
    if (options.origin !== undefined) {
      const tasks = await records().catch((error: unknown) => {
        if (onUnrecorded === undefined || admission !== undefined) throw error;
        onUnrecorded(error);
      });
      if (tasks !== undefined) return tasks.start(request, admitted);
    }
    const { origin: _, ...unrecorded } = admitted;
    return startText({ client, records, report }, key, request, unrecorded);
  }

  #submit(tasks: SendingTasks, options: SubmitOptions): TaskHandle {
    const requests = options.turns?.map(({ request }) => request) ?? [options.request];
    const { amount, admit } = this.#plan(tasks, options.baseUrl, requests);
    const given = typeof options.origin === "object" ? options.origin : {};
    const origin = amount === undefined ? options.origin : { ...given, estimate: amount };
    const handle = tasks.submit({ ...options, origin, admit });
    this.#allowance.note(handle.key);
    return handle;
  }

  get #isLimited(): boolean {
    return Object.keys(this.#budget.limits()).length > 0;
  }

  /** For what is not a task. undefined: nothing limits it, so that nothing delays the first token. Rejects with ServiceError. */
  async #admission(baseUrl: string, request: WireRequest, key: string): Promise<Admission | undefined> {
    if (!this.#isLimited) return undefined;
    const tasks = await this.#budget.openTasks().catch((error: unknown) => {
      throw readSendError(error);
    });
    const { estimate, amount, admit } = this.#plan(tasks, baseUrl, [request]);
    if (estimate === 0) return undefined;
    // Before it is recorded, because the action's next request may be checked at once.
    this.#allowance.note(key);
    return { estimate: amount, admit };
  }

  /** `requests`: one, or the turns of a dialogue, which have the same model. */
  #plan(tasks: Pick<SendingTasks, "costs">, baseUrl: string, requests: readonly WireRequest[]): Planned {
    const { costs } = tasks;
    const unit = this.#budget.unit();
    const [first] = requests;
    if (first === undefined) throw new TypeError("Nothing is requested.");
    const id = modelOf(first);
    const model = this.#budget.findModel(id) ?? { id };
    const estimate = sumEstimates(requests.map((request) => estimateCost(tasks, baseUrl, request, model, unit)));
    const reserved = () => amountToReserve(tasks, baseUrl, { kind: first.kind, model: id, estimate });
    const amount = this.#isLimited ? reserved() : estimate;
    const spending = () => readSpending(costs, this.#budget.limits(), unit, new Date(), this.#allowance.requests);
    const check = () => requireWithin(spending(), estimate);
    return { estimate, amount, admit: (record) => this.#allowance.record(check, record) };
  }
}
