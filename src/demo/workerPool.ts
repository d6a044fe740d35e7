/** Runs generation requests in worker threads that start on first use and end when idle. */
import { Worker } from "node:worker_threads";
import type { GenerationResult, WorkerRequest } from "./request.ts";

/** The worker's answer to each request. */
export type WorkerAnswer = { result: GenerationResult } | { error: string };

const maximumWorkers = 2;
const idleMilliseconds = 30_000;

interface QueuedRequest {
  request: WorkerRequest;
  resolve: (result: GenerationResult) => void;
  reject: (reason: unknown) => void;
}

interface Station {
  worker: Worker;
  queued: QueuedRequest | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

export interface WorkerPool {
  run(request: WorkerRequest, signal: AbortSignal): Promise<GenerationResult>;
  close(): Promise<void>;
}

/** Each worker generates one result at a time, so that an abort can terminate its thread without affecting any other generation. */
export function createWorkerPool(workerUrl: URL): WorkerPool {
  const stations = new Set<Station>();
  const waiting: QueuedRequest[] = [];
  let closed = false;

  function dismiss(station: Station): Promise<number> {
    clearTimeout(station.idleTimer);
    stations.delete(station);
    return station.worker.terminate();
  }

  function settle(station: Station, act: (queued: QueuedRequest) => void): void {
    const { queued } = station;
    station.queued = undefined;
    if (queued) act(queued);
  }

  function openStation(): Station {
    const station: Station = { worker: new Worker(workerUrl, { execArgv: [] }), queued: undefined, idleTimer: undefined };
    stations.add(station);
    station.worker.on("message", (answer: WorkerAnswer) => {
      settle(station, (queued) => ("result" in answer ? queued.resolve(answer.result) : queued.reject(new Error(answer.error))));
      station.worker.unref();
      station.idleTimer = setTimeout(() => void dismiss(station), idleMilliseconds).unref();
      startWaiting();
    });
    station.worker.on("error", (error) => {
      stations.delete(station);
      settle(station, (queued) => queued.reject(error));
      startWaiting();
    });
    station.worker.on("exit", () => {
      stations.delete(station);
      settle(station, (queued) => queued.reject(new Error("The generator's thread ended.")));
      startWaiting();
    });
    return station;
  }

  function startWaiting(): void {
    while (waiting.length > 0) {
      const free = [...stations].find((station) => !station.queued);
      if (!free && stations.size >= maximumWorkers) return;
      const queued = waiting.shift();
      if (!queued) return;
      const station = free ?? openStation();
      clearTimeout(station.idleTimer);
      station.queued = queued;
      station.worker.ref();
      station.worker.postMessage(queued.request);
    }
  }

  function abandon(queued: QueuedRequest, reason: unknown): void {
    const index = waiting.indexOf(queued);
    if (index >= 0) waiting.splice(index, 1);
    for (const station of stations) {
      if (station.queued !== queued) continue;
      station.queued = undefined;
      void dismiss(station);
    }
    queued.reject(reason);
    startWaiting();
  }

  return {
    run(request, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (closed) return reject(new Error("The generator is closed."));
        const onAbort = () => abandon(queued, signal.reason);
        const queued: QueuedRequest = {
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
        waiting.push(queued);
        startWaiting();
      });
    },
    async close() {
      closed = true;
      for (const queued of waiting.splice(0)) queued.reject(new Error("The generator is closed."));
      await Promise.all([...stations].map(dismiss));
    },
  };
}
