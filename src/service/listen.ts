/** Serves a function from Request to Response on a loopback socket. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { ApiError, renderApiError } from "./apiError.ts";
import type { RouteEnvironment } from "./service.ts";
import type { RequestLog } from "./serviceOptions.ts";

export type Fetch = (request: Request, bindings: RouteEnvironment["Bindings"]) => Response | Promise<Response>;

export interface ListenOptions {
  port: number;
  log: RequestLog | undefined;
}

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Takes no more connections and ends those that are open. */
  close(): Promise<void>;
}

/** Milliseconds. The time of a body is limited where it is read; headers that do not come end in `clientError`. */
const serverOptions = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  requestTimeout: 0,
  keepAliveTimeout: 30_000,
};

/** Rejects when the port is taken. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const listener = getRequestListener((request, environment) =>
    fetch(request, { breakConnection: (how) => breakSocket(environment.incoming.socket, how) }),
  );
  const { log } = options;
  const server = createServer(serverOptions, (incoming, outgoing) => {
    const requestId = randomUUID();
    outgoing.setHeader("x-request-id", requestId);
    if (log) logWhenDone(log, requestId, incoming, outgoing);
    void listener(incoming, outgoing);
  });
  server.on("clientError", refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server listens on no TCP port.");
  return address.port;
}

function breakSocket(socket: unknown, how: "reset" | "end"): void {
  if (!isSocket(socket)) return;
  if (how === "reset") socket.resetAndDestroy();
  else socket.destroySoon();
}

function isSocket(value: unknown): value is Socket {
  return typeof value === "object" && value !== null && "resetAndDestroy" in value;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** One line: method, path without its secrets, status, milliseconds, and the id that the answer carried in `x-request-id`. */
function logWhenDone(log: RequestLog, requestId: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const start = performance.now();
  outgoing.once("close", () => {
    const path = (incoming.url ?? "").split("?")[0]?.replace(/^\/files\/[^/]+/, "/files/…") ?? "";
    const ended = outgoing.writableFinished ? "" : " (cut)";
    log(`${incoming.method} ${path.slice(0, 200)} ${outgoing.statusCode} ${Math.round(performance.now() - start)} ms ${requestId}${ended}`);
  });
}

/** What node:http cannot parse, or waits for in vain, gets the spec's error body, too. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const answer = isTimeout
    ? new ApiError({ code: "timeout", message: "The request did not arrive in time." })
    : new ApiError({ code: "invalid_request", message: "The request is not valid HTTP." });
  void renderApiError(answer)
    .text()
    .then((body) => {
      const reason = isTimeout ? "Request Timeout" : "Bad Request";
      socket.end(
        `HTTP/1.1 ${answer.status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
}
