/** The providers' `fetch` aborts answers that exceed its limit. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createProviderFetch } from "../../../../src/providers/connection/providerFetch.ts";
import { ProviderError } from "../../../../src/providers/providerError.ts";

const limit = 1024 ** 2;
const piece = Buffer.alloc(64 * 1024, "A");

interface EndlessServer {
  url: string;
  /** Resolves when the answer's connection is closed, with the number of bytes written to it. */
  closed: Promise<number>;
}

/** Writes as fast as it is read, and never ends. */
async function startEndless(begin: (response: ServerResponse) => void): Promise<EndlessServer> {
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const server = createServer((_, response) => {
    let sent = 0;
    response.once("close", () => resolve(sent));
    begin(response);
    const write = () => {
      while (!response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
    };
    response.on("drain", write);
    write();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, closed };
}

function fetchOf(baseURL: string) {
  const provider = createProviderFetch({ name: "p", baseURL, allowHttp: false, network: {}, maximumBytes: limit, takesFiles: true });
  onTestFinished(() => provider.close());
  return provider.fetch;
}

const tooLarge = expect.objectContaining({ code: "api_error", acceptance: "maybe", message: "The answer of p is larger than 1 MiB." });

test.each(["application/json", "text/event-stream"])("an answer of %s without an end is cut at the limit", async (contentType) => {
  const server = await startEndless((response) => response.writeHead(200, { "content-type": contentType }));
  const answer = await fetchOf(server.url)(server.url, { method: "POST", body: "{}" });
  const error = await answer.text().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toEqual(tooLarge);
  // Unread bytes are only in the buffers of the sockets.
  expect(await server.closed).toBeLessThan(limit + 16 * 1024 ** 2);
});

test("an answer with a larger announced size is not received at all", async () => {
  const server = await startEndless((response) => response.writeHead(200, { "content-length": String(limit + 1) }));
  const error = await fetchOf(server.url)(server.url, { method: "POST", body: "{}" }).catch((thrown: unknown) => thrown);
  expect(error).toEqual(tooLarge);
  expect(await server.closed).toBeLessThan(16 * 1024 ** 2);
});
