/** A server of files whose answers a test changes: parts, broken transfers, other statuses. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FileServer {
  url: string;
  /** By path. */
  files: Map<string, Buffer>;
  /** The path and range of each request. */
  requests: string[];
  /** Replaces the next answer. */
  once: ((request: IncomingMessage, response: ServerResponse) => void)[];
  close(): void;
}

export async function openFileServer(): Promise<FileServer> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  const once: FileServer["once"] = [];
  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    requests.push(`${url}${headers.range === undefined ? "" : ` ${headers.range}`}`);
    const replaced = once.shift();
    if (replaced) return replaced(request, response);
    const file = files.get(url);
    if (file === undefined) return void response.writeHead(404).end();
    const tag = tagOf(file);
    const [, from] = /^bytes=(\d+)-/.exec(headers.range ?? "") ?? [];
    const fits = headers["if-range"] === undefined || headers["if-range"] === tag;
    const start = from !== undefined && fits ? Number(from) : 0;
    response.setHeader("etag", tag);
    if (from !== undefined && fits) {
      response.setHeader("content-range", `bytes ${start}-${file.length - 1}/${file.length}`);
      response.statusCode = 206;
    }
    response.setHeader("content-length", file.length - start);
    return void response.end(file.subarray(start));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, files, requests, once, close: () => server.close() };
}

export const tagOf = (file: Buffer) => `"${createHash("sha1").update(file).digest("hex")}"`;
export const integrityOf = (file: Buffer) => `sha512-${createHash("sha512").update(file).digest("base64")}`;

/** Sends the first bytes of a file as if all would follow, and breaks the connection off. */
export function breakOff(file: Buffer, bytes: number): FileServer["once"][number] {
  return (_, response) => {
    response.writeHead(200, { "content-length": file.length, etag: tagOf(file) });
    response.write(file.subarray(0, bytes), () => response.socket?.end());
  };
}
