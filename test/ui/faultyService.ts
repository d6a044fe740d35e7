/** Nothing in; a service as a user's own, with its fault models and two that fail as only a real service would, out. */
import { startService } from "../../src/service/startService.ts";
import { type Front, openFront } from "./openFront.ts";

export const faultyServiceKey = "ui-service-key-0123456789";
/** Its requests are refused with 429 and a wait that no program sits out by itself. */
export const limitedModel = "limited";
export const limitedSeconds = 90;
/** Its tasks are completed without a file. */
export const hollowModel = "hollow";

export async function startFaultyService(): Promise<Front> {
  const service = await startService({ keys: [faultyServiceKey], faults: true });
  return openFront(service, ({ method, url }, body, outgoing) => {
    if (body.includes(`"${limitedModel}"`)) {
      outgoing.writeHead(429, { "content-type": "application/json", "retry-after": String(limitedSeconds) });
      outgoing.end(JSON.stringify({ error: { code: "rate_limit_exceeded", message: "Too many requests." } }));
      return true;
    }
    if (body.includes(`"${hollowModel}"`) || url?.endsWith(`/${hollowModel}`) === true) {
      outgoing.writeHead(method === "POST" ? 202 : 200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ id: hollowModel, status: "completed", data: [] }));
      return true;
    }
    return false;
  });
}
