/** A v2 service that holds its tasks until the test releases them, and counts requests. */
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";

const bodySchema = z.looseObject({ content: z.array(z.looseObject({ text: z.optional(z.string()) })) });

export interface HeldService {
  url: string;
  /** The prompts of all POSTs so far. */
  posted: string[];
  /** How often each result was fetched, by the task's id. */
  fetched: Map<string, number>;
  /** Completes every task from now on. */
  release(): void;
}

export interface HeldOptions {
  /** Bytes of each file. */
  file?: Buffer;
  /** The cost of a task; undefined: the service does not report it. */
  cost?: number;
  /** Answers each POST with this error instead. */
  error?: { status: number; message: string };
  /** From the test's context, because concurrent tests have no global one. */
  onTestFinished: (end: () => void) => void;
}

export async function startHeldService({
  onTestFinished,
  // The start of an MP4 file, whose metadata cannot be written.
  file = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1"),
  cost,
  error,
}: HeldOptions): Promise<HeldService> {
  const held: HeldService = { url: "", posted: [], fetched: new Map(), release: () => undefined };
  let isReleased = false;
  held.release = () => {
    isReleased = true;
  };
  const answer = async (method: string, path: string, body: string): Promise<{ status: number; body: object }> => {
    if (method === "POST" && error !== undefined)
      return { status: error.status, body: { error: { message: error.message, type: "api_error", code: "api_error", param: null } } };
    if (method === "POST") {
      held.posted.push(bodySchema.parse(JSON.parse(body)).content[0]?.text ?? "");
      return { status: 200, body: { message: "accepted", task_id: `id-${held.posted.length}` } };
    }
    if (method === "DELETE")
      return { status: 404, body: { error: { message: "There is no such task.", type: "not_found", code: "not_found", param: null } } };
    if (path === "/api/v1/models") return { status: 200, body: { object: "list", data: [{ id: "held-video" }, { id: "held-image" }] } };
    const id = path.split("/").at(-1) ?? "";
    if (!isReleased) return { status: 200, body: { contents: { status: 1 }, error: null } };
    held.fetched.set(id, (held.fetched.get(id) ?? 0) + 1);
    const files = [{ data: file.toString("base64"), mime_type: "video/mp4", name: "file" }];
    return {
      status: 200,
      body: { contents: { status: 2, text: "", files, ...(cost === undefined ? {} : { cost: { amount: cost } }) }, error: null },
    };
  };
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answer(request.method ?? "", request.url ?? "", body))
      .then((found) => response.writeHead(found.status, { "content-type": "application/json" }).end(JSON.stringify(found.body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  held.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return held;
}
