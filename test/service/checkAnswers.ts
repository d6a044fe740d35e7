/** Checks each answer that `fetch` receives in these tests against the OpenAPI document. Also those of third-party clients. */
import { afterAll, afterEach, expect } from "vitest";
import { closeOpened } from "./afterFile.ts";
import { answerCheck } from "./openapi/answerSchemas.ts";

/** Bytes; larger answers contain files, and their tests measure memory. */
const sizeLimit = 1_000_000;
const plainFetch = globalThis.fetch;
const environment = { ...process.env };
let checks: Promise<readonly string[]>[] = [];

globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  const request = input instanceof Request ? input : undefined;
  checks.push(checkAnswer(init?.method ?? request?.method ?? "GET", new URL(request?.url ?? String(input)), answer));
  return answer;
};

async function checkAnswer(method: string, { hostname, pathname }: URL, answer: Response): Promise<readonly string[]> {
  if (hostname !== "127.0.0.1" || !pathname.startsWith("/api/")) return [];
  const check = answerCheck();
  const operation = check.find(method, pathname);
  if (!operation) return [];
  const type = answer.headers.get("content-type") ?? "";
  const size = Number(answer.headers.get("content-length") ?? Number.NaN);
  if (!type.startsWith("application/json") || !(size < sizeLimit)) return check.check(operation, answer.status, type);
  const copy = answer.clone();
  // An answer that breaks off has no value to check.
  const value: unknown = await copy.json().catch(() => undefined);
  return check.check(operation, answer.status, type, value);
}

async function expectDocumentedAnswers(): Promise<void> {
  const finished = checks;
  checks = [];
  expect((await Promise.all(finished)).flat()).toEqual([]);
}

afterEach(expectDocumentedAnswers);
// The next file of the worker begins with the environment and the `fetch` of this one.
afterAll(async () => {
  await closeOpened();
  globalThis.fetch = plainFetch;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await expectDocumentedAnswers();
});
