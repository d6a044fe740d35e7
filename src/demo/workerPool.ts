/** Runs generation requests in worker threads that start on first use and end when idle. */
import { Worker } from "node:worker_threads";
import type { GenerationResult, WorkerRequest } from "./request.ts";

/** The worker's answer to each request. */
export type WorkerAnswer = { result: GenerationResult } | { error: string };

const maximumWorkers = 2;
const idleMilliseconds = 30_000;

export interface WorkerPool {
  run(request: WorkerRequest, signal: AbortSignal): Promise<GenerationResult>;
  close(): Promise<void>;
}

/** Each worker generates one result at a time, so that an abort can terminate its thread without affecting any other generation. */
export function createWorkerPool(workerUrl: URL): WorkerPool {
  const idle = new Set<Worker>();
  const running = new Set<Promise<unknown>>();
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let free = maximumWorkers;

  function waitForTurn(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener("abort", () => waiting.delete(resolve) && reject(signal.reason), { once: true });
    });
  }

  function endTurn(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  function openWorker(): Worker {
    const worker = new Worker(workerUrl, { execArgv: [] });
    // It also ends without a request: then nobody else listens.
    return worker.on("error", () => idle.delete(worker)).on("exit", () => idle.delete(worker));
  }

  async function runInThread(request: WorkerRequest, signal: AbortSignal): Promise<GenerationResult> {
    signal.throwIfAborted();
    const [worker = openWorker()] = idle;
    idle.delete(worker);
    try {
      worker.ref();
      const answer = await answerOf(worker, request, signal);
      if ("error" in answer) throw new Error(answer.error);
      worker.unref();
      idle.add(worker);
      setTimeout(() => idle.delete(worker) && worker.terminate(), idleMilliseconds).unref();
      return answer.result;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  return {
    async run(request, stop) {
      const signal = AbortSignal.any([stop, closing.signal]);
      signal.throwIfAborted();
      await waitForTurn(signal);
      const work = runInThread(request, signal);
      running.add(work);
      return work.finally(() => {
        running.delete(work);
        endTurn();
      });
    },
    async close() {
      closing.abort(new Error("The generator is closed."));
      await Promise.allSettled(running);
      await Promise.all([...idle].map((worker) => worker.terminate()));
    },
  };
}

function answerOf(worker: Worker, request: WorkerRequest, signal: AbortSignal): Promise<WorkerAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
  const end = () => reject(new Error("The generator's thread ended."));
  const stop = () => reject(signal.reason);
  worker.on("message", resolve).on("error", reject).on("exit", end);
  signal.addEventListener("abort", stop);
  worker.postMessage(request);
  return promise.finally(() => {
    worker.off("message", resolve).off("error", reject).off("exit", end);
    signal.removeEventListener("abort", stop);
  });
}
