/** A server in front of a service that answers some requests itself and forwards the rest. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { RunningService } from "../../src/service/startService.ts";

export interface Front {
  url: string;
  /** Paths of the forwarded DELETE requests. */
  readonly deleted: readonly string[];
  /** Bodies of the POST requests. */
  readonly posted: readonly string[];
  /** Closes the service behind it as well. */
  close(): Promise<void>;
}

/** Returns whether it has answered the request. */
export type Answer = (incoming: IncomingMessage, body: string, outgoing: ServerResponse) => boolean;

/** Forwards an answer byte by byte, and cuts it off where the service does. */
export async function openFront(service: RunningService, answer: Answer): Promise<Front> {
  const deleted: string[] = [];
  const posted: string[] = [];
  const front = createServer(async (incoming, outgoing) => {
    // A client may disconnect before it has sent its request, as an extension host does when it is ended.
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return;
    if (incoming.method === "POST") posted.push(body);
    if (answer(incoming, body, outgoing)) return;
    const { method, headers } = incoming;
    if (method === "DELETE") deleted.push(incoming.url ?? "");
    const passed = request(`${service.url}${incoming.url}`, { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on("data", (chunk: Buffer) => outgoing.write(chunk));
      answered.on("end", () => outgoing.end());
      answered.on("error", () => outgoing.destroy());
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server that listens has a port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    deleted,
    posted,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await service.close();
    },
  };
}
