/** A provider of every kind that counts the requests for each task and waits a little before it answers. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, chunk, type Engine, finishChunk, openEngine, sendJson, usageChunk } from "../providers/engineServer.ts";

export interface CountingProvider {
  engine: Engine;
  /** How often each prompt was sent, by its part `task-N`. */
  readonly counts: ReadonlyMap<string, number>;
}

const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");
const mp4 = Buffer.from("000000186674797069736f6d0000020069736f6d", "hex");

/** `wait`: milliseconds before an answer, and between two parts of a text. */
export async function openCountingProvider(wait: number): Promise<CountingProvider> {
  const counts = new Map<string, number>();
  const counted =
    (answer: Answer): Answer =>
    async (request, response) => {
      const name = /task-\d+/.exec(request.body.toString("latin1"))?.[0] ?? "none";
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await sleep(wait);
      if (!response.destroyed) await answer(request, response);
    };
  const writeText: Answer = async (_, response) => {
    const events = [chunk({ content: "A heron " }), chunk({ content: "waits." }), finishChunk("stop")];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [...events, usageChunk({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 })]) {
      if (response.destroyed) return;
      response.write(`data: ${JSON.stringify(event)}\n\n`);
      await sleep(wait / 4);
    }
    response.end("data: [DONE]\n\n");
  };
  let videos = 0;
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": counted(sendJson({ data: [{ b64_json: png }] })),
    "POST /v1/audio/speech": counted((_, response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end("ID3\x04sound")),
    "POST /v1/chat/completions": counted(writeText),
    "POST /v1/videos": counted((request, response) => {
      videos += 1;
      return sendJson({ id: `video_${videos}`, status: "queued" })(request, response);
    }),
    "GET /v1/videos/*": (request, response) =>
      request.path.endsWith("/content")
        ? void response.writeHead(200, { "content-type": "video/mp4" }).end(mp4)
        : sendJson({ id: request.path.split("/")[3], status: "completed" })(request, response),
  });
  return { engine, counts };
}

/** A configuration file's content. */
export function configurationOf({ engine }: CountingProvider): string {
  const models = {
    writer: { kinds: ["text"], price: { input: 1, output: 2 } },
    painter: { kinds: ["image"], price: { image: 0.5 } },
    speaker: { kinds: ["audio"], price: { input: 3 } },
    filmer: { kinds: ["video"], price: { second: 0.25 } },
  };
  return JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models } } });
}
