/** Clients of several services: each sends requests to one of them and records what it knows about its task. */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";

/** The client's knowledge. `unknown`: the answer was lost, and the task may have been accepted. */
export type AskedTask =
  /** `isRead`: the answer contained the whole result. */
  | { prompt: string; type: "accepted"; id: string; path: string; isRead: boolean }
  | { prompt: string; type: "unknown" | "refused"; reason: string };

interface Form {
  path: string;
  body(prompt: string): object;
  /** The URL of the result. */
  result(id: string): string;
}

const key = "key";
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const v2 = (type: string, model: string): Form => ({
  path: "/api/v2",
  body: (prompt) => ({ type, ai: { model }, content: [{ type: "input_text", text: prompt }] }),
  result: (id) => `/api/v2/status/${id}`,
});
const media = (path: string, body: Form["body"]): Form => ({ path: `/api/v1/${path}`, body, result: (id) => `/api/v1/${path}/${id}` });
const text = (fields: object): Form => ({
  path: "/api/v1/responses",
  body: (prompt) => ({ model: "local/writer", input: prompt, ...fields }),
  result: (id) => `/api/v1/responses/${id}`,
});

/** All types of requests except streams. */
export const forms: readonly Form[] = [
  media("images", (prompt) => ({ model: "local/painter", prompt })),
  media("audios", (prompt) => ({ model: "local/speaker", input: prompt, voice: "alloy", format: "mp3" })),
  media("videos", (prompt) => ({ model: "local/filmer", prompt, duration: 4 })),
  text({}),
  v2("out_text", "local/writer"),
  v2("out_image", "local/painter"),
  v2("out_audio", "local/speaker"),
  v2("out_video", "local/filmer"),
];
export const stream: Form = text({ stream: true });

const acceptedSchema = z.union([z.object({ task_id: z.string() }), z.object({ id: z.string() })]);
const refusedSchema = z.object({ error: z.object({ message: z.string(), task_id: z.optional(z.string()) }) });

/** Sends a request to a random service of `urls`, or to another one if the connection is refused. */
export async function submit(urls: () => readonly string[], form: Form, prompt: string): Promise<AskedTask> {
  for (;;) {
    const url = pick(urls());
    if (url === undefined) {
      await sleep(20);
      continue;
    }
    const unknown = (reason: string): AskedTask => ({ prompt, type: "unknown", reason });
    const accepted = (id: string, isRead: boolean): AskedTask => ({ prompt, type: "accepted", id, path: form.result(id), isRead });
    let answer: Response;
    try {
      answer = await fetch(`${url}${form.path}`, { method: "POST", headers, body: JSON.stringify(form.body(prompt)) });
    } catch (error) {
      if (isRefused(error)) continue;
      return unknown("cut before the head");
    }
    const id = answer.headers.get("x-task-id");
    const body = await answer.text().catch(() => undefined);
    if (answer.ok && id !== null) return accepted(id, isRead(form, body));
    if (body === undefined) return unknown("cut in the body");
    const json: unknown = JSON.parse(body);
    if (answer.ok) {
      const read = acceptedSchema.parse(json);
      return accepted("task_id" in read ? read.task_id : read.id, false);
    }
    const { error } = refusedSchema.parse(json);
    if (answer.status < 500) return { prompt, type: "refused", reason: `${form.path}: ${answer.status} ${error.message}` };
    return error.task_id === undefined ? unknown(error.message) : accepted(error.task_id, false);
  }
}

/** The state of a task's result as one of the services reports it. */
export async function readState(url: string, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers });
  const body = stateSchema.parse(await answer.json());
  if (body.contents) return body.contents.status === 2 && body.error === null ? "completed" : `failed: ${JSON.stringify(body.error)}`;
  if (body.status === "completed") return "completed";
  return `${body.status ?? answer.status}: ${body.error?.message ?? ""}`;
}

const stateSchema = z.looseObject({
  status: z.optional(z.string()),
  contents: z.optional(z.looseObject({ status: z.number() })),
  error: z.nullish(z.looseObject({ message: z.string() })),
});

function isRead(form: Form, body: string | undefined): boolean {
  return form.path === "/api/v1/responses" && body !== undefined && (form !== stream || body.includes("response.completed"));
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
