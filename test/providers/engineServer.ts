/** A small HTTP server in place of an engine: it sends configured answers and records requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { acceptSocket, type TestSocket } from "./webSocket.ts";

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  json: Record<string, unknown>;
}

export interface Engine {
  /** `http://127.0.0.1:<port>` */
  url: string;
  requests: ReceivedRequest[];
  /** Number of requests for that path so far. */
  countOf(path: string): number;
  close(): void;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/**
 * `routes` by method and path, e.g. `POST /v1/chat/completions` or `GET /v1/videos/*`; anything else is 404. `onSocket`: called for each
 * WebSocket; without it, there are none.
 */
export async function openEngine(
  routes: Readonly<Record<string, Answer>>,
  port = 0,
  onSocket?: (socket: TestSocket) => void,
): Promise<Engine> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    // A client may disconnect before it has sent its request, as an extension host does when it is ended.
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const path = incoming.url ?? "";
    const method = incoming.method ?? "";
    const request = { method, path, headers: incoming.headers, body, json: readJson(body) };
    requests.push(request);
    const route = `${method} ${path.split("?")[0]}`;
    const answer =
      routes[route] ?? Object.entries(routes).find(([known]) => known.endsWith("*") && route.startsWith(known.slice(0, -1)))?.[1];
    if (answer) await answer(request, response);
    else response.writeHead(404).end("{}");
  });
  if (onSocket) server.on("upgrade", (incoming, connection) => onSocket(acceptSocket(incoming, connection)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The engine listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    countOf: (path) => requests.filter((request) => request.path === path).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

export const sendJson =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };

/** A chat completion's chunk. */
export const chunk = (delta: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  id: "chat-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...rest }],
});

export const finishChunk = (reason: string) => chunk({}, { finish_reason: reason });

export const usageChunk = (usage: Record<string, unknown>) => ({
  id: "chat-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [],
  usage,
});

/** Server-sent events, each in a write of its own. */
export const sendEvents =
  (events: readonly unknown[], end: "done" | "cut" = "done"): Answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (end === "cut") setImmediate(() => response.destroy());
    else response.end("data: [DONE]\n\n");
  };
