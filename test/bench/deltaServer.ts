/** A service on loopback that streams text deltas at a rate and records when the last one was sent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface DeltaServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Unix milliseconds at which the last delta was written. */
  readonly ended: Promise<number>;
}

const created = { id: "resp_bench", object: "response", created_at: 0, status: "in_progress", model: "bench-text", output: [] };

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** `rate`: deltas per second. */
export async function startDeltaServer(deltas: readonly string[], rate: number): Promise<DeltaServer> {
  const ended = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "bench-text", object: "model", created: 0, owned_by: "bench" }] }));
      return;
    }
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(event("response.created", { response: created }));
    const began = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(deltas.length, Math.floor(((performance.now() - began) * rate) / 1000));
      const events = deltas
        .slice(sent, due)
        .map((delta) => event("response.output_text.delta", { item_id: "m", output_index: 0, content_index: 0, delta }));
      sent = due;
      response.write(events.join(""));
      if (sent < deltas.length) return;
      clearInterval(timer);
      ended.resolve(Date.now());
      const output = [
        {
          id: "m",
          type: "message",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: deltas.join(""), annotations: [] }],
        },
      ];
      response.end(event("response.completed", { response: { ...created, status: "completed", output } }));
    }, 4);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ended: ended.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
