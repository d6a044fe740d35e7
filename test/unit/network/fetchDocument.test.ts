/** A small document has an end, in its content and in the bytes that arrive. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { fetchDocument } from "../../../src/network/fetchDocument.ts";

const mebibyte = 1024 ** 2;

async function startServer(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
}

const fetchFrom = (address: string) => fetchDocument(address, { signal: AbortSignal.timeout(120_000) });

// RFC 1952, 2.2: a file of gzip may have any number of members, each of which may be empty, and 2.3: a name of any length.
test.each([
  { name: "a text", encoding: "identity", start: Buffer.alloc(0), part: Buffer.from("a") },
  { name: "content of gzip", encoding: "gzip", start: Buffer.alloc(0), part: gzipSync(Buffer.alloc(mebibyte)) },
  { name: "members of gzip without content", encoding: "gzip", start: Buffer.alloc(0), part: gzipSync("") },
  { name: "a name in the head of gzip", encoding: "gzip", start: Buffer.from("1f8b0808000000000003", "hex"), part: Buffer.from("a") },
])("$name without an end is given up after 1 MiB", async ({ encoding, start, part }) => {
  const piece = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / part.length)).fill(part));
  let sent = 0;
  const address = await startServer((response) => {
    response.writeHead(200, { "content-encoding": encoding });
    response.write(start);
    const write = () => {
      while (!response.destroyed && sent < 64 * mebibyte) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on("drain", write);
    write();
  });
  await expect(fetchFrom(address)).rejects.toThrow("The document is longer than 1 MiB.");
  expect(sent).toBeLessThan(32 * mebibyte);
});

test("a document arrives, compressed or not", async () => {
  const written = JSON.stringify({ issuer: "https://a.example", padding: "a".repeat(mebibyte - 100) });
  for (const encoding of ["identity", "gzip"]) {
    const address = await startServer((response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(encoding === "gzip" ? gzipSync(written) : written),
    );
    const answer = await fetchFrom(address);
    expect([answer.status, (await answer.text()) === written]).toEqual([200, true]);
  }
});
