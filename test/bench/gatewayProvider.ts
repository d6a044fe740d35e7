/** An engine, as a process of its own, that answers immediately: with the number of deltas in the prompt, or with an image of 16 MiB. */
import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts like a PNG image. */
const file = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(16 * 1024 ** 2 - 8)]);
const image = Buffer.from(JSON.stringify({ created: 1, data: [{ b64_json: file.toString("base64") }] }));
const models = JSON.stringify({ object: "list", data: [{ id: "bench-text", object: "model" }] });
const head = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: "bench-text" };
const line = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const delta = line({ content: "heron " });
const end = `${line({}, "stop")}data: [DONE]\n\n`;
/** Deltas per write. */
const batch = 50;

/** `deltas`, or `deltas*milliseconds` between two of them. */
async function stream(prompt: string, response: ServerResponse): Promise<void> {
  const [, count = "1", pause = "0"] = /(\d+)(?:\*(\d+))?/.exec(prompt) ?? [];
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (Number(pause) > 0) {
    for (let sent = 0; sent < Number(count) && !response.destroyed; sent += 1) {
      response.write(delta);
      await sleep(Number(pause));
    }
  } else {
    for (let sent = 0; sent < Number(count); sent += batch) {
      const isTaken = response.write(delta.repeat(Math.min(batch, Number(count) - sent)));
      if (!isTaken) await new Promise((resolve) => response.once("drain", resolve));
    }
  }
  response.end(end);
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.method === "GET") response.writeHead(200, { "content-type": "application/json" }).end(models);
  else if (request.url === "/v1/images/generations") {
    response.writeHead(200, { "content-type": "application/json", "content-length": image.byteLength }).end(image);
  } else await stream(JSON.parse(body).messages.at(-1).content, response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
