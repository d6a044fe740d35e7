/** A proxy of every kind on one port, which records what it is asked for and answers every request itself. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface RecordingProxy extends AsyncDisposable {
  /** `host:port`. */
  readonly host: string;
  /** `GET http://name/`, `CONNECT name:443`, `SOCKS5 name:80` or `SOCKS4 address:80`, with the user if one was named. */
  readonly asked: readonly string[];
}

const page = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\nconnection: close\r\n\r\n{"data":[]}';

/** @param refusal the status line of every answer, instead of answers. */
export async function startRecordingProxy(refusal?: string): Promise<RecordingProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serve(socket, asked, refusal).catch(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

async function next(socket: Socket): Promise<Buffer> {
  const [bytes] = await once(socket, "data");
  return bytes;
}

async function serve(socket: Socket, asked: string[], refusal: string | undefined): Promise<void> {
  const first = await next(socket);
  if (first[0] === 5) return serveSocks5(socket, first, asked);
  if (first[0] === 4) return serveSocks4(socket, first, asked);
  const [line = "", ...headers] = first.toString("latin1").split("\r\n");
  const user = headers.flatMap((header) => /^proxy-authorization: Basic (.+)/i.exec(header)?.[1] ?? []).map((text) => atob(text));
  asked.push(`${[...user.map((name) => `${name}@`), line.replace(/ HTTP\/1\.1$/, "")].join(" ")}`);
  if (refusal !== undefined) socket.end(`HTTP/1.1 ${refusal}\r\ncontent-length: 0\r\n\r\n`);
  // The other side of a tunnel is missing: it is closed at once.
  else if (line.startsWith("CONNECT")) socket.end("HTTP/1.1 200 OK\r\n\r\n");
  else socket.end(page);
}

/** RFC 1928 and RFC 1929. */
async function serveSocks5(socket: Socket, greeting: Buffer, asked: string[]): Promise<void> {
  const withUser = greeting.subarray(2).includes(2);
  socket.write(Buffer.from([5, withUser ? 2 : 0]));
  let user = "";
  if (withUser) {
    const credentials = await next(socket);
    const length = credentials[1] ?? 0;
    user = `${credentials.subarray(2, 2 + length)}:${credentials.subarray(3 + length)}@ `;
    socket.write(Buffer.from([1, 0]));
  }
  const request = await next(socket);
  const isName = request[3] === 3;
  const end = isName ? 5 + (request[4] ?? 0) : request[3] === 1 ? 8 : 20;
  const host = isName ? request.subarray(5, end).toString() : [...request.subarray(4, end)].join(".");
  asked.push(`${user}SOCKS5 ${host}:${request.readUInt16BE(end)}`);
  socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  await next(socket);
  socket.end(page);
}

/** The SOCKS 4 protocol, and its extension 4A for names. */
async function serveSocks4(socket: Socket, request: Buffer, asked: string[]): Promise<void> {
  const [, name = ""] = request.subarray(8).toString().split("\0");
  const host = request.subarray(4, 7).every((byte) => byte === 0) ? name : request.subarray(4, 8).join(".");
  asked.push(`SOCKS4 ${host}:${request.readUInt16BE(2)}`);
  socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
  await next(socket);
  socket.end(page);
}
