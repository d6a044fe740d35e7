/** Starts a service for a test file, with shorthands for calling it over its socket. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import * as z from "zod/mini";
import type { ServiceOptions } from "../../src/service/serviceOptions.ts";
import { type RunningService, startService } from "../../src/service/startService.ts";
import { postgresStore } from "../../src/service/store/postgres/openPostgresStore.ts";
import { afterFile } from "./afterFile.ts";
import { createSharedDatabase } from "./postgresServer.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON object of the body. */
  body: Record<string, unknown>;
}

export interface TestService {
  url: string;
  key: string;
  headers: Record<string, string>;
  get(path: string): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Polls a task until it has ended, less often the longer it takes. Tests that run at the same time have no `expect.poll` of their own here. */
  settle(path: string): Promise<Answer>;
  /** Creates a v1 media task and polls it until it has ended. */
  make(kind: "images" | "audios" | "videos", body: unknown): Promise<Answer>;
  /** Creates a v2 task and polls it until it has ended. */
  makeV2(body: unknown): Promise<Answer>;
  close(): Promise<void>;
}

const objectSchema = z.record(z.string(), z.unknown());
const accepted = z.object({ id: z.string() });
const acceptedV2 = z.object({ task_id: z.string() });
const v2State = z.looseObject({ contents: z.looseObject({ status: z.number() }) });

const v2StatusSchema = z.looseObject({
  balance: z.looseObject({ balance: z.number() }),
  contents: z.looseObject({
    status: z.number(),
    text: z.string(),
    cost: z.looseObject({ amount: z.number() }),
    files: z.array(z.looseObject({ data: z.string(), path: z.string(), size: z.number(), available: z.string() })),
  }),
  limits: z.looseObject({ minute: z.number(), day: z.number() }),
  error: z.unknown(),
});
const mediaDataSchema = z.object({ data: z.array(z.looseObject({ b64_json: z.string() })) });

/** The status object of v2; throws if the answer is not one. */
export const readV2Status = (answer: Answer) => v2StatusSchema.parse(answer.body);

/** The file of a completed v1 media task; throws if the answer has none. */
export function readMediaFile(answer: Answer): Buffer {
  return Buffer.from(mediaDataSchema.parse(answer.body).data[0]?.b64_json ?? "", "base64");
}

/** Starts a service without delays and closes it after the file's tests. */
export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const running = await startOnDatabase({ tokensPerSecond: 0, ...options });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= running.close();
    return closed;
  };
  // One that is started outside of a test is closed before the hooks of its file remove its folder.
  afterAll(close);
  afterFile(close);
  return callService(running.url, running.key, close);
}

/** Accepts tasks without starting them; `goOn` closes it, and another service with the same key and data runs the accepted tasks. */
export async function startHesitantService(
  options: ServiceOptions = {},
): Promise<{ hesitant: TestService; goOn: () => Promise<TestService> }> {
  const data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  // The folder is removed after the services are closed.
  afterFile(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const hesitant = await startTestService({ ...options, data, delay: 3_600_000 });
  const goOn = async () => {
    await hesitant.close();
    return startTestService({ ...options, data });
  };
  return { hesitant, goOn };
}

/** The project `postgres` runs these tests on PostgreSQL, except those of data in a folder. */
async function startOnDatabase(options: ServiceOptions): Promise<RunningService> {
  if (process.env.SERVICE_DATABASE !== "postgres" || options.data !== undefined) return startService(options);
  return startService({ keys: ["key"], ...options }, postgresStore(await createSharedDatabase()));
}

export function callService(url: string, key: string, close: () => Promise<void>): TestService {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, headers: answer.headers, body: objectSchema.parse(await answer.json()) };
  };
  const service: TestService = {
    url,
    key,
    headers,
    close,
    get: (path) => call(path, { headers }),
    delete: (path) => call(path, { method: "DELETE", headers }),
    post: (path, body, extra = {}) => call(path, { method: "POST", headers: { ...headers, ...extra }, body: JSON.stringify(body) }),
    async settle(path) {
      const end = performance.now() + 120_000;
      for (let wait = 10; ; wait = Math.min(wait * 1.25, 100)) {
        const answer = await service.get(path);
        if (isOver(answer)) return answer;
        if (performance.now() > end) throw new Error(`${path} has not ended: ${JSON.stringify(answer.body)}`);
        await sleep(wait);
      }
    },
    async make(kind, body) {
      const answer = await service.post(`/api/v1/${kind}`, body);
      expect(answer.body).toMatchObject({ id: expect.any(String) });
      return service.settle(`/api/v1/${kind}/${accepted.parse(answer.body).id}`);
    },
    async makeV2(body) {
      const answer = await service.post("/api/v2", body);
      expect(answer.body).toMatchObject({ task_id: expect.any(String) });
      return service.settle(`/api/v2/status/${acceptedV2.parse(answer.body).task_id}`);
    },
  };
  return service;
}

function isOver(answer: Answer): boolean {
  const v2 = v2State.safeParse(answer.body);
  return v2.success ? v2.data.contents.status > 1 : answer.body.status !== "pending" && answer.body.status !== "processing";
}

/** The models listed so far: the service does not wait long for a provider that does not respond. */
export async function listModels(service: TestService): Promise<unknown> {
  return (await service.get("/api/v1/models")).body.data;
}

/** The spec's error body. */
export function errorBody(code: string, type: string, param: string | null) {
  return { error: expect.objectContaining({ code, type, param, message: expect.stringMatching(/\S/) }) };
}

/** Checks for `invalid_request` about one parameter. */
export function invalidRequest(param: string | null) {
  return errorBody("invalid_request", "invalid_request_error", param);
}
