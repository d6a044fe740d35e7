/** A user's own service that chooses its answers by a word of the prompt, with the fault models. */
import { startService } from "../../src/service/startService.ts";
import { type Front, openFront } from "./openFront.ts";
import { type Ending, type Said, writeResponseStream } from "./responseStream.ts";

export const scriptedServiceKey = "ui-scripted-key-0123456789";

export interface ScriptedAnswer {
  says: readonly Said[];
  ending: Ending;
}

/** Instead of an answer. `retryAfter` in seconds. Source: spec, "Error bodies". */
export interface ScriptedError {
  status: number;
  error: { code: string; param?: string; message: string };
  retryAfter?: number;
}

/** A complete answer in Markdown. */
export function answerOf(text: string): ScriptedAnswer {
  return { says: [{ kind: "text", text }], ending: "completed" };
}

/** Forwards all other requests unchanged. Answers cannot be fetched by id later. */
export async function startScriptedService(script: Readonly<Record<string, ScriptedAnswer | ScriptedError>>): Promise<Front> {
  const service = await startService({ keys: [scriptedServiceKey], faults: true, completesLeftText: async () => true });
  return openFront(service, (incoming, body, outgoing) => {
    const last = body.slice(body.lastIndexOf('"input_text"'));
    const word = incoming.url === "/api/v1/responses" ? Object.keys(script).find((known) => last.includes(known)) : undefined;
    const answer = word === undefined ? undefined : script[word];
    if (answer === undefined) return false;
    if ("error" in answer) {
      const wait = answer.retryAfter === undefined ? {} : { "retry-after": String(answer.retryAfter) };
      outgoing.writeHead(answer.status, { "content-type": "application/json", ...wait });
      outgoing.end(JSON.stringify({ error: answer.error }));
      return true;
    }
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.write(writeResponseStream(answer.says, answer.ending));
    if (answer.ending !== "open") outgoing.end();
    return true;
  });
}
