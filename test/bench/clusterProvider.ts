/**
 * A provider, as a process of its own, that waits before it answers with an image, like a remote one that uses no CPU here.
 * Argument: milliseconds.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const wait = Number(process.argv[2]);
const image = JSON.stringify({ created: 1, data: [{ b64_json: Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64") }] });
const server = createServer(async (request, response) => {
  await text(request);
  if (request.method === "POST") await sleep(wait);
  response.writeHead(200, { "content-type": "application/json" }).end(request.method === "POST" ? image : '{"object":"list","data":[]}');
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`${address?.port}\n`);
});
