/** A real server on loopback that answers with raw bytes and records the requests. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface RawRequest {
  method: string;
  path: string;
  /** Header names in lower case. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Bytes to send unchanged, or a function that uses the socket freely. */
export type RawAnswer = string | Buffer | ((socket: Socket) => void | Promise<void>);

export interface RawServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
}

const headEnd = "\r\n\r\n";

function parseHead(head: string): Omit<RawRequest, "body"> {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
  return { method, path, headers };
}

/** Answers each request with the function's result; every connection serves one request. */
export async function startRawServer(answer: (request: RawRequest, index: number) => RawAnswer): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const wake of waiting) wake();
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      changed();
    });
    let received = Buffer.alloc(0);
    const read = async (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(headEnd);
      if (end < 0) return;
      const head = parseHead(received.toString("latin1", 0, end));
      const length = Number(head.headers.get("content-length") ?? 0);
      const body = received.subarray(end + headEnd.length);
      if (body.length < length) return;
      socket.off("data", read);
      socket.resume();
      const request: RawRequest = { ...head, body: body.toString("utf8") };
      requests.push(request);
      changed();
      const bytes = answer(request, requests.length - 1);
      if (typeof bytes === "function") await bytes(socket);
      else socket.end(bytes);
    };
    socket.on("data", read);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    arrived: (count) => until(() => requests.length >= count),
    idle: () => until(() => sockets.size === 0),
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

const reasons: Record<number, string> = { 200: "OK", 202: "Accepted" };

/** A complete HTTP answer as bytes. */
export function rawAnswer(status: number, headers: Record<string, string>, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, "content-length": String(bytes.length), connection: "close" });
  const head = `HTTP/1.1 ${status} ${reasons[status] ?? "Status"}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Buffer {
  return rawAnswer(status, { "content-type": "application/json", ...headers }, typeof body === "string" ? body : JSON.stringify(body));
}

/** A stream whose pieces are separate HTTP chunks (RFC 9112, 7.1), so that they arrive separately. */
export function streamAnswer(pieces: readonly (string | Buffer)[], end = "0\r\n\r\n"): Buffer {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
  const chunks = pieces
    .map((piece) => Buffer.from(piece))
    .filter((piece) => piece.length > 0)
    .flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  return Buffer.concat([Buffer.from(head), ...chunks, Buffer.from(end)]);
}
