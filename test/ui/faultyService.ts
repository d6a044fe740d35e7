/** Nothing in; a service as a user's own, with its fault models and two that fail as only a real service would, out. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { startService } from "../../src/service/startService.ts";

export const faultyServiceKey = "ui-service-key-0123456789";
/** Its requests are refused with 429 and a wait that no program sits out by itself. */
export const limitedModel = "limited";
export const limitedSeconds = 90;
/** Its tasks are completed without a file. */
export const hollowModel = "hollow";

export interface FaultyService {
  url: string;
  close(): Promise<void>;
}

export async function startFaultyService(): Promise<FaultyService> {
  const service = await startService({ keys: [faultyServiceKey], faults: true });
  const front = createServer(async (request, response) => {
    const body = await text(request);
    if (body.includes(`"${limitedModel}"`)) {
      response.writeHead(429, { "content-type": "application/json", "retry-after": String(limitedSeconds) });
      response.end(JSON.stringify({ error: { code: "rate_limit_exceeded", message: "Too many requests." } }));
      return;
    }
    if (body.includes(`"${hollowModel}"`) || request.url?.endsWith(`/${hollowModel}`) === true) {
      response.writeHead(request.method === "POST" ? 202 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: hollowModel, status: "completed", data: [] }));
      return;
    }
    const answer = await fetch(`${service.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": request.headers["content-type"] ?? "" },
      ...(body === "" ? {} : { body }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    // An answer that breaks off behind it breaks off here.
    await answer.arrayBuffer().then(
      (bytes) => response.end(Buffer.from(bytes)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server that listens has a port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await service.close();
    },
  };
}
