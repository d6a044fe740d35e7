/** Windows with a budget that share one journal, and a service that holds its answers. */
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { Allowance } from "../../../src/generations/allowance.ts";
import { AllowedGenerations } from "../../../src/generations/allowedGenerations.ts";
import type { Generation, TextOptions } from "../../../src/generations/generation.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { readSpending, type SpendingLimits } from "../../../src/generations/spending.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";
import { jsonAnswer, type RawServer, startRawServer, streamAnswer } from "../client/http/rawServer.ts";
import { createTestClient } from "../client/testClient.ts";
import { addCost } from "./addCost.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export const unit = "$";
const day = 24 * 60 * 60 * 1000;

export interface HeldService {
  server: RawServer;
  posts(): number;
  /** Ends each answer that was requested, and the next ones, with this usage, or as the events say. */
  release(usage: object, events?: readonly string[]): void;
}

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

/** The last event of an answer. `id` is that of the answer. */
export const ending = (id: string, type: string, fields: object = {}) =>
  event(type, {
    response: {
      id,
      object: "response",
      status: type.slice("response.".length),
      model: "writer-2026",
      output: [{ id: "m", type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi", annotations: [] }] }],
      ...fields,
    },
  });

export async function startHeldService(): Promise<HeldService> {
  const released = Promise.withResolvers<(id: string) => readonly string[]>();
  let answers = 0;
  const server = await startRawServer(({ method, path, body }) => {
    if (method === "GET") return jsonAnswer(200, path.includes("/v2/") ? { error: null } : { id: "1", status: "pending" });
    if (path === "/api/v2") return jsonAnswer(200, { task_id: "1" });
    if (!path.endsWith("/responses")) return jsonAnswer(200, { id: "1" });
    answers += 1;
    const id = `resp_${answers}`;
    return async (socket) => {
      const streams = body.includes('"stream":true');
      const begun = event("response.created", { response: { id, object: "response", status: "in_progress", output: [] } });
      if (streams) socket.write(streamAnswer([begun], ""));
      const events = (await released.promise)(id);
      const chunks = streamAnswer(events).subarray(streamAnswer([], "").length);
      const [last = ""] = events;
      if (streams) socket.end(chunks);
      else socket.end(jsonAnswer(200, JSON.parse(last.slice(last.indexOf("{"))).response));
    };
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return {
    server,
    posts: () => server.requests.filter(({ method }) => method === "POST").length,
    release: (usage, events) => released.resolve((id) => events ?? [ending(id, "response.completed", { usage })]),
  };
}

export interface Window {
  tasks: SendingTasks;
  /** Whether the user agrees to exceed the budget. */
  asked: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
  allow(): Promise<AllowedGenerations>;
  /** Starts a text of the model `maker` in an action of its own. */
  ask(options?: Partial<TextOptions>): Promise<Generation>;
  /** What the user is shown as spent today. */
  spent(): number | undefined;
}

interface WindowOptions {
  folder: string;
  baseUrl: string;
  limits?: SpendingLimits;
  isAgreed?: boolean;
}

export const fox = (more: object = {}) => ({ interface: "v1", kind: "text", body: { model: "maker", input: "A fox", ...more } }) as const;

export async function openWindow({ folder, baseUrl, limits = { day: 1 }, isAgreed = false }: WindowOptions): Promise<Window> {
  const client = createTestClient(baseUrl);
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
  });
  const asked = vi.fn(async () => isAgreed);
  const source = {
    limits: () => limits,
    unit: () => unit,
    findModel: () => undefined,
    client: async () => client,
    openTasks: async () => tasks,
    // At the end of a test the journal is closed before the answers end.
    report: () => undefined,
  };
  const spending = () => readSpending(tasks.costs, limits, unit, new Date());
  const allow = async () => {
    const allowance = (await Allowance.check(spending(), undefined, asked)) ?? expect.unreachable();
    return new AllowedGenerations(allowance, source);
  };
  return {
    tasks,
    asked,
    allow,
    ask: async (options) => (await allow()).start(fox(), { baseUrl, ...options }),
    spent: () => spending()[0]?.spent,
  };
}

/** Two windows, and a model of each kind whose earlier results cost this much; undefined: it is new. */
export async function openWindows(baseUrl: string, earlier: number | undefined, isAgreed = false): Promise<[Window, Window, string]> {
  const folder = await temporaryFolder();
  const [one, other] = [await openWindow({ folder, baseUrl, isAgreed }), await openWindow({ folder, baseUrl, isAgreed })];
  const before = Date.now() - 35 * day;
  if (earlier !== undefined)
    for (const kind of ["text", "image", "audio"] as const)
      await addCost(one.tasks.answers, `earlier-${kind}`, before, { amount: earlier }, { baseUrl, interface: "v1", kind, model: "maker" });
  return [one, other, folder];
}
