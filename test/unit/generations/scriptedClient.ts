/** A ServiceClient with scripted answers, for tests of time and faults. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MediaPoll, ReceivedFile, ServiceClient, V2Poll } from "../../../src/client/serviceClient.ts";
import { ServiceError } from "../../../src/client/serviceError.ts";
import type { Progress } from "../../../src/contract/progress.ts";
import type { V2Status } from "../../../src/contract/v2.ts";
import { finishBytes } from "../../../src/media/metadata/finishFile.ts";

/** An image of one pixel: signature, header, data and end of a PNG file. */
export const plainPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** The same, which states its origin: it is saved as it is received. */
export const pngBytes = Buffer.from(await finishBytes(plainPng, { model: "painter", isProcedural: false }));

/** `retryAfter`: milliseconds that a task which is not finished asks to wait. */
type PollAnswer = string | { status: string; retryAfter: number } | readonly Uint8Array[];

export interface Script {
  /** Answers a POST with an id, or throws. */
  submit?: (signal: AbortSignal | undefined) => string | Promise<string>;
  /** Answers a poll: a status, or the files of a completed task, or throws. */
  poll?: (id: string, polls: number) => PollAnswer | Promise<PollAnswer>;
  /** What an unfinished task reports to a client that asks for it. */
  progress?: () => Progress | undefined;
  /** Answers a v2 poll. */
  pollV2?: (id: string, polls: number) => V2Status;
  /** The files of a v2 poll, without which it has none. */
  filesV2?: readonly Uint8Array[];
  deleteTask?: (id: string) => void;
}

export interface ScriptedClient extends ServiceClient {
  /** Times of polls, by `Date.now()`. */
  readonly polls: { id: string; at: number }[];
  readonly posts: number;
  readonly deleted: string[];
}

export const baseUrl = "http://127.0.0.1:1";

export function scriptedClient(script: Script): ScriptedClient {
  const polls: { id: string; at: number }[] = [];
  const deleted: string[] = [];
  const pollsOf = new Map<string, number>();
  let posts = 0;
  const notScripted = () => {
    throw new ServiceError({ kind: "unknown", message: "not scripted" });
  };
  const countPoll = (id: string) => {
    polls.push({ id, at: Date.now() });
    const count = (pollsOf.get(id) ?? 0) + 1;
    pollsOf.set(id, count);
    return count;
  };
  return {
    baseUrl,
    longestWait: 0,
    polls,
    deleted,
    get posts() {
      return posts;
    },
    async submitTask(_, options) {
      posts += 1;
      return (await script.submit?.(options?.signal)) ?? `id-${posts}`;
    },
    async pollMedia(_kind, id, folder, options): Promise<MediaPoll> {
      const polled = countPoll(id);
      const answer = (await script.poll?.(id, polled)) ?? [pngBytes];
      const progress = options?.asksProgress ? script.progress?.() : undefined;
      const nothing = { files: [], error: undefined, unreadable: [], retryAfter: undefined, isHeld: false };
      if (typeof answer === "string") return { ...nothing, task: { id, status: answer, progress } };
      if ("status" in answer) return { ...nothing, task: { id, status: answer.status, progress }, retryAfter: answer.retryAfter };
      return {
        ...nothing,
        task: { id, status: "completed", usage: { total_tokens: 7 } },
        files: await writeFiles(folder, answer),
      };
    },
    async pollV2(id, folder): Promise<V2Poll> {
      const polled = countPoll(id);
      const files = await writeFiles(folder, script.filesV2 ?? []);
      return {
        status: script.pollV2?.(id, polled) ?? { error: null },
        files,
        error: undefined,
        unreadable: [],
        retryAfter: undefined,
        isHeld: false,
      };
    },
    readV2Status: async (id) => script.pollV2?.(id, countPoll(id)) ?? { error: null },
    async deleteTask(id) {
      script.deleteTask?.(id);
      deleted.push(id);
      return { id, deleted: true };
    },
    listModels: notScripted,
    getModel: notScripted,
    createResponse: notScripted,
    streamResponse: notScripted,
    pollResponse: notScripted,
    retire: () => {},
    close: async () => {},
  };
}

function writeFiles(folder: string, contents: readonly Uint8Array[]): Promise<ReceivedFile[]> {
  return Promise.all(
    contents.map(async (bytes, index) => {
      const path = join(folder, `part-${index}`);
      await writeFile(path, bytes);
      return { path, size: bytes.length, sha256: sha256Of(bytes), mediaType: undefined, name: undefined };
    }),
  );
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
