/** Accepted tasks in; each one made, paced, stored and charged, out. */
import { setTimeout as sleep } from "node:timers/promises";
import { faultOf } from "../faults/faultModels.ts";
import type { GenerationRequest, Generator } from "../generators/generator.ts";
import type { Catalogue } from "../models.ts";
import { unknownTask } from "../refusal.ts";
import type { RequestLog, ServiceSettings } from "../serviceOptions.ts";
import type { StoredTask } from "../store/storedTask.ts";
import type { Outcome, TaskStore } from "../store/taskStore.ts";
import { countTokens } from "./countTokens.ts";
import { failedOutcome, makeOutcome } from "./makeOutcome.ts";
import type { UsageMeter } from "./measureUsage.ts";
import { promptOf } from "./promptOf.ts";
import { createSlots } from "./slots.ts";
import { writeOutcome } from "./writeOutcome.ts";

/** Generations that are handed to the generator at once, videos apart from the rest; the others wait as `pending`. */
const simultaneousGenerations = 4;

export interface Made {
  outcome: Outcome;
  /** Milliseconds over which a text is told. */
  duration: number;
}

/** A task in the making. Both promises reject with `not_found` when the task is deleted meanwhile. */
export interface Run {
  readonly task: StoredTask;
  /** The generator is done; a text may still be told. */
  readonly made: Promise<Made>;
  /** What was stored: the result, or a failure where the result could not be written. */
  readonly finished: Promise<Outcome>;
}

export interface TaskRunner {
  /** Writes the task down, then begins. */
  accept(task: StoredTask, request: GenerationRequest): Run;
  /** undefined: the task is over, or unknown. */
  find(id: string): Run | undefined;
  /** Takes a deleted task out of work. */
  cancel(id: string): void;
  /** Begins again what services that are gone left unfinished. */
  resumeAll(): void;
  /** The same for one task, when somebody asks for it. */
  resume(id: string): void;
  /** Stops all work; what is unfinished stays so in the store. */
  close(): Promise<void>;
}

export interface TaskRunnerParts {
  store: TaskStore;
  generator: Generator;
  catalogue: Catalogue;
  usage: UsageMeter;
  settings: ServiceSettings;
  log: RequestLog | undefined;
}

export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  const { store, settings } = parts;
  const runs = new Map<string, Run>();
  const controllers = new Map<string, AbortController>();
  const slots = createSlots(simultaneousGenerations);
  const videoSlots = createSlots(simultaneousGenerations);

  /** A state that cannot be written is not worth the result. */
  function markProcessing(id: string): void {
    try {
      store.markProcessing(id);
    } catch (error) {
      parts.log?.(`a state could not be stored: ${error instanceof Error ? error.message : "unknown error"}`);
    }
  }

  async function make(task: StoredTask, request: GenerationRequest, signal: AbortSignal): Promise<Made> {
    const slow = faultOf(task.model) === "fault-slow" ? slowness(request) : undefined;
    if (settings.delay > 0) await sleep(settings.delay, undefined, { signal });
    if (slow !== undefined && task.kind !== "text") {
      markProcessing(task.id);
      await sleep(slow, undefined, { signal });
    }
    const release = await (task.kind === "video" ? videoSlots : slots).take(signal);
    try {
      markProcessing(task.id);
      const outcome = await makeOutcome(parts, task, request, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        // A generator's messages hold no prompt.
        parts.log?.(`generation failed: ${error instanceof Error ? error.message : "unknown error"}`);
        return failedOutcome();
      });
      const tokens = countTokens(outcome.text?.reasoning ?? "") + countTokens(outcome.text?.text ?? "");
      const paced = settings.tokensPerSecond > 0 ? (tokens * 1000) / settings.tokensPerSecond : 0;
      return { outcome, duration: task.kind === "text" ? (slow ?? paced) : 0 };
    } finally {
      release();
    }
  }

  async function finish(id: string, made: Promise<Made>, signal: AbortSignal): Promise<Outcome> {
    try {
      const { outcome, duration } = await made;
      if (duration > 0) await sleep(duration, undefined, { signal });
      return await writeOutcome(store, id, outcome, { signal, log: parts.log });
    } catch (error) {
      throw signal.aborted ? unknownTask() : error;
    } finally {
      runs.delete(id);
      controllers.delete(id);
    }
  }

  function begin(task: StoredTask, request: GenerationRequest): Run {
    const controller = new AbortController();
    controllers.set(task.id, controller);
    const making = make(task, request, controller.signal);
    const finished = finish(task.id, making, controller.signal);
    const made = making.catch(() => {
      throw unknownTask();
    });
    // Nobody has to wait for a run: the result is in the store.
    made.catch(() => undefined);
    finished.catch(() => undefined);
    const run = { task, made, finished };
    runs.set(task.id, run);
    return run;
  }

  return {
    accept(task, request) {
      store.insert(task, request);
      return begin(task, request);
    },
    find: (id) => runs.get(id),
    cancel(id) {
      controllers.get(id)?.abort();
    },
    resumeAll() {
      for (const { task, request } of store.claimAll()) begin(task, request);
    },
    resume(id) {
      const claimed = store.claim(id);
      if (claimed) begin(claimed.task, claimed.request);
    },
    async close() {
      const ending = [...runs.values()].map((run) => run.finished);
      for (const controller of controllers.values()) controller.abort();
      await Promise.allSettled(ending);
    },
  };
}

/** Milliseconds: the first number of the prompt as seconds, at most an hour; without a number 5 seconds. */
function slowness(request: GenerationRequest): number {
  const seconds = Number(/\d+(?:\.\d+)?/.exec(promptOf(request))?.[0] ?? 5);
  return Math.min(seconds, 3600) * 1000;
}
