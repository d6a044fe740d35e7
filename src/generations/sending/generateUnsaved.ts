/** Generates one file that is used at once and not kept: it does not become an artifact. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { abortedError, pause } from "../../client/http/pause.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError, type ServiceErrorKind } from "../../client/serviceError.ts";
import { longestWait } from "../../contract/longPoll.ts";
import type { Cost } from "../../contract/v2.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { delayUntilNextPoll, firstDelayMilliseconds } from "../following/pollSchedule.ts";
import { pollTask } from "../following/pollTask.ts";
import type { PollOutcome } from "../following/readPoll.ts";
import { postTask } from "./submitTask.ts";

/** Longest wait, in milliseconds, when the request limit is reached, and number of attempts. */
const longestPause = 20_000;
const attempts = 4;
/** How many polls in a row may fail. */
const failedPolls = 4;
const passingKinds: ReadonlySet<ServiceErrorKind> = new Set(["connectionLost", "unreachable", "rateLimited", "timeout"]);

export interface UnsavedFile {
  /** The task's id. */
  id: string;
  bytes: Uint8Array;
  /** The type that the service reported. */
  mediaType: string | undefined;
  /** In units of the balance; undefined: not reported. */
  cost: Cost | undefined;
}

export interface GenerateUnsavedOptions {
  /** Once it has fired, nothing more is sent; the result of what was sent is awaited, since it is billed. */
  stop: AbortSignal;
  /** Ends every wait. */
  signal: AbortSignal;
  /** Called when the service has accepted the request. */
  onIdentified?: (id: string) => void;
}

/** A refused request was not billed and is sent again; one that may have been accepted is not. */
async function post(client: ServiceClient, request: TaskRequest, { stop, signal }: GenerateUnsavedOptions): Promise<string> {
  const either = AbortSignal.any([stop, signal]);
  for (let attempt = 1; ; attempt += 1) {
    if (either.aborted) throw abortedError();
    try {
      return await postTask(client, request, { signal, attempts: 1 });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== "rateLimited" || attempt === attempts) throw error;
      const wait = error.retryAfterMilliseconds ?? 1000 * 2 ** attempt;
      if (wait > longestPause) throw error;
      await pause(wait, either);
    }
  }
}

async function follow(client: ServiceClient, request: TaskRequest, id: string, folder: string, signal: AbortSignal): Promise<UnsavedFile> {
  const began = performance.now();
  let errors = 0;
  let retryAfter: number | undefined;
  /** Whether the service has waited longer than the pause would have been. */
  let hasWaited = false;
  /** undefined: the poll failed, but the next one may succeed. */
  const poll = async (): Promise<PollOutcome | undefined> => {
    try {
      const started = performance.now();
      const { outcome, isHeld } = await pollTask(client, { interface: request.interface, kind: request.kind, request }, id, folder, {
        signal,
        asksProgress: false,
        wait: longestWait,
      });
      errors = 0;
      retryAfter = undefined;
      hasWaited = isHeld && performance.now() - started >= firstDelayMilliseconds;
      return outcome;
    } catch (error) {
      errors += 1;
      hasWaited = false;
      if (!(error instanceof ServiceError) || !passingKinds.has(error.kind) || errors > failedPolls) throw error;
      retryAfter = error.retryAfterMilliseconds;
      return undefined;
    }
  };
  for (;;) {
    if (!hasWaited) await pause(delayUntilNextPoll({ age: performance.now() - began, errors, retryAfter, chance: Math.random() }), signal);
    const outcome = await poll();
    if (outcome === undefined || outcome.type === "waiting") continue;
    if (outcome.type === "failed") throw new ServiceError({ ...outcome.error, taskId: id });
    const [file] = outcome.files;
    if (file === undefined) throw new ServiceError({ kind: "badAnswer", message: "The service sent no file.", taskId: id });
    return { id, bytes: await readFile(file.path), mediaType: file.mediaType, cost: outcome.facts.cost };
  }
}

/** @throws the file system's error, before anything is sent; ServiceError; `aborted` if `stop` fired before the request was sent. */
export async function generateUnsaved(client: ServiceClient, request: TaskRequest, options: GenerateUnsavedOptions): Promise<UnsavedFile> {
  // Before the request, because its result would be billed and lost if there were no folder for it.
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-"));
  try {
    const id = await post(client, request, options);
    options.onIdentified?.(id);
    return await follow(client, request, id, folder, options.signal);
  } finally {
    // A folder that is left behind must not cost the file, which is billed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
