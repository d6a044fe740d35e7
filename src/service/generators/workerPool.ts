/** Generation requests in; their results, made in worker threads that start at first use and end when idle, out. */
import { Worker } from "node:worker_threads";
import type { GenerationRequest, GenerationResult } from "./generator.ts";

/** What the worker answers to each request. */
export type WorkerAnswer = { result: GenerationResult } | { failure: string };

const maximumWorkers = 2;
const idleMilliseconds = 30_000;

interface Job {
  request: GenerationRequest;
  resolve: (result: GenerationResult) => void;
  reject: (reason: unknown) => void;
}

interface Station {
  worker: Worker;
  job: Job | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

export interface WorkerPool {
  run(request: GenerationRequest, signal: AbortSignal): Promise<GenerationResult>;
  close(): Promise<void>;
}

/**
 * Each worker makes one result at a time, so that an abort can end the thread in the middle of its work
 * without harming any other generation.
 */
export function createWorkerPool(workerUrl: URL): WorkerPool {
  const stations = new Set<Station>();
  const waiting: Job[] = [];
  let closed = false;

  function dismiss(station: Station): Promise<number> {
    clearTimeout(station.idleTimer);
    stations.delete(station);
    return station.worker.terminate();
  }

  function settle(station: Station, act: (job: Job) => void): void {
    const { job } = station;
    station.job = undefined;
    if (job) act(job);
  }

  function openStation(): Station {
    const station: Station = { worker: new Worker(workerUrl, { execArgv: [] }), job: undefined, idleTimer: undefined };
    stations.add(station);
    station.worker.on("message", (answer: WorkerAnswer) => {
      settle(station, (job) => ("result" in answer ? job.resolve(answer.result) : job.reject(new Error(answer.failure))));
      station.worker.unref();
      station.idleTimer = setTimeout(() => void dismiss(station), idleMilliseconds).unref();
      startWaiting();
    });
    station.worker.on("error", (error) => {
      stations.delete(station);
      settle(station, (job) => job.reject(error));
      startWaiting();
    });
    station.worker.on("exit", () => {
      stations.delete(station);
      settle(station, (job) => job.reject(new Error("The generator's thread ended.")));
      startWaiting();
    });
    return station;
  }

  function startWaiting(): void {
    while (waiting.length > 0) {
      const free = [...stations].find((station) => !station.job);
      if (!free && stations.size >= maximumWorkers) return;
      const job = waiting.shift();
      if (!job) return;
      const station = free ?? openStation();
      clearTimeout(station.idleTimer);
      station.job = job;
      station.worker.ref();
      station.worker.postMessage(job.request);
    }
  }

  function abandon(job: Job, reason: unknown): void {
    const index = waiting.indexOf(job);
    if (index >= 0) waiting.splice(index, 1);
    for (const station of stations) {
      if (station.job !== job) continue;
      station.job = undefined;
      void dismiss(station);
    }
    job.reject(reason);
    startWaiting();
  }

  return {
    run(request, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (closed) return reject(new Error("The generator is closed."));
        const onAbort = () => abandon(job, signal.reason);
        const job: Job = {
          request,
          resolve: (result) => {
            signal.removeEventListener("abort", onAbort);
            resolve(result);
          },
          reject: (reason) => {
            signal.removeEventListener("abort", onAbort);
            reject(reason);
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(job);
        startWaiting();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Error("The generator is closed."));
      await Promise.all([...stations].map(dismiss));
    },
  };
}
