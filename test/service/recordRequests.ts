/** A proxy in front of a service that records the JSON bodies. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Recorder {
  url: string;
  /** Parsed bodies of POSTs, in the order of their arrival. */
  readonly bodies: readonly unknown[];
  close(): void;
}

export async function recordRequests(target: string): Promise<Recorder> {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    if (request.method === "POST") bodies.push(JSON.parse(sent.toString("utf8")));
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(request.method === "POST" ? { body: sent } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() };
}
