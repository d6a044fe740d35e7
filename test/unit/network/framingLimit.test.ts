/** Answers that never end beside their bodies are given up, over each kind of connection; those with many small chunks are not. Source of the forms: RFC 9110, 15.2; RFC 9112, 2.2, 4, 5, 7.1. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createDispatchers } from "../../../src/network/dispatchers.ts";

const tlsFolder = path.join(import.meta.dirname, "../../fixtures/client/tls");
const identity = {
  key: readFileSync(path.join(tlsFolder, "service.key.pem")),
  cert: readFileSync(path.join(tlsFolder, "service.cert.pem")),
};
const mebibyte = 1024 ** 2;
const timeouts = { connect: 10_000, silence: 60_000 };

type Transport = "http" | "https" | "a proxy" | "a tunnel";

/** A server that is also a proxy: it accepts a tunnel to any name, and plays its other side. */
async function startServer(transport: Transport, serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const begin = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serve(socket);
  };
  const encrypt = (socket: Socket) => begin(new TLSSocket(socket, { ...identity, isServer: true }));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    if (transport === "https") encrypt(socket);
    else if (transport === "a tunnel")
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        encrypt(socket);
      });
    else begin(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const isProxied = transport === "a proxy" || transport === "a tunnel";
  const scheme = transport === "https" || transport === "a tunnel" ? "https" : "http";
  const dispatchers = createDispatchers({ strictTls: false, ...(isProxied ? { proxy: `http://${host}` } : {}) }, timeouts);
  onTestFinished(async () => {
    await dispatchers.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const get = async (use: "fresh" | "kept" = "fresh") => {
    const target = { origin: `${scheme}://${isProxied ? "provider.test" : host}`, path: "/" };
    const { body } = await dispatchers.request(target, use, { method: "GET" });
    return Buffer.from(await body.arrayBuffer());
  };
  return { get, sockets };
}

const head = "HTTP/1.1 200 OK\r\n";
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const first = `${chunked}2\r\nhi\r\n`;

const endless: readonly (readonly [name: string, start: string, piece: string])[] = [
  ["empty lines before the answer", "", "\r\n"],
  ["a reason phrase", "HTTP/1.1 200 ", "a"],
  ["early hints", "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
  ["news of the processing", "", "HTTP/1.1 102 Processing\r\n\r\n"],
  ["an unknown informational answer", "", "HTTP/1.1 199 Wait\r\n\r\n"],
  ["header lines", head, "a: b\r\n"],
  ["the name of a header", head, "a"],
  ["the value of a header", `${head}a: `, "a"],
  ["white space before a value", `${head}a:`, " "],
  ["an extension of a chunk", `${first}2;a=`, "a"],
  ["a quoted extension of a chunk", `${first}2;a="`, "a"],
  ["extensions of a chunk", `${first}2`, ";a=b"],
  ["an extension of the first chunk", `${chunked}2;a=`, "a"],
  ["an extension of the last chunk", `${first}0;a=`, "a"],
  ["a size of a chunk", first, "0"],
  ["chunks with extensions", chunked, `1;a=${"b".repeat(1000)}\r\na\r\n`],
  ["trailers", `${first}0\r\n`, "a: b\r\n"],
  ["white space in a trailer", `${first}0\r\na:`, " "],
];

/** Bytes after which a server gives up: what the client does not read is in the buffers of the system. */
const unread = 32 * mebibyte;

function sendEndless(socket: Socket, start: string, piece: string): void {
  const block = piece.repeat(Math.ceil(65_536 / piece.length));
  const write = () => {
    while (!socket.destroyed && socket.write(block));
    if (socket.bytesWritten > unread) socket.destroy();
  };
  socket.once("data", () => {
    socket.write(start);
    write();
  });
  socket.on("drain", write);
}

test.each(endless)("%s without an end", async (_, start, piece) => {
  const { get, sockets } = await startServer("http", (socket) => sendEndless(socket, start, piece));
  await expect(get()).rejects.toThrow();
  for (const socket of sockets) expect(socket.bytesWritten).toBeLessThan(unread);
});

test.each<Transport>(["https", "a proxy", "a tunnel"])("an extension without an end over %s", async (transport) => {
  const { get, sockets } = await startServer(transport, (socket) => sendEndless(socket, `${first}2;a=`, "a"));
  await expect(get()).rejects.toThrow();
  for (const socket of sockets) expect(socket.bytesWritten).toBeLessThan(unread);
});

test.each<Transport>(["http", "https", "a proxy", "a tunnel"])("a large body and many small chunks arrive over %s", async (transport) => {
  const large = Buffer.alloc(4 * mebibyte, "a");
  const small = "2\r\nhi\r\n".repeat(mebibyte / 4);
  const { get } = await startServer(transport, (socket) =>
    socket.once("data", () => {
      socket.write(chunked);
      socket.write(small);
      socket.write(`${large.byteLength.toString(16)}\r\n`);
      socket.write(large);
      socket.write("\r\n0\r\n\r\n");
    }),
  );
  expect((await get()).byteLength).toBe(4.5 * mebibyte);
});

test("each answer on a kept connection has its own limit", async () => {
  const answer = `${head}content-length: 2\r\na: ${"a".repeat(15_000)}\r\n\r\nhi`;
  const { get, sockets } = await startServer("http", (socket) => socket.on("data", () => socket.write(answer)));
  for (let count = 0; count < 200; count += 1) expect(String(await get("kept"))).toBe("hi");
  const written = [...sockets].map((socket) => socket.bytesWritten);
  expect(Math.max(...written)).toBeGreaterThan(mebibyte);
});
