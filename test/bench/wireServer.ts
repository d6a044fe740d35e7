/** A bare HTTP server, as a process of its own, for media tasks of any size and streams of many deltas. Prints its port. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

const key = "bench-key";
/** Bytes of the repeated file: a multiple of base64's groups. */
const pattern = randomBytes(3 * 256 * 1024);
const patternText = Buffer.from(pattern.toString("base64"));

/** `/api/v1/images/<bytes>`: a completed task with one file of that many bytes. */
async function sendMediaTask(response: ServerResponse, id: string): Promise<void> {
  const size = Number(id);
  const head = Buffer.from(`{"id":"${id}","status":"completed","created":1,"data":[{"b64_json":"`);
  const rest = Buffer.from(pattern.subarray(0, size % pattern.length).toString("base64"));
  const tail = Buffer.from('"}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}');
  const repeats = Math.floor(size / pattern.length);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": head.length + repeats * patternText.length + rest.length + tail.length,
  });
  response.write(head);
  for (let sent = 0; sent < repeats; sent += 1) {
    if (!response.write(patternText)) await once(response, "drain");
  }
  response.write(rest);
  response.end(tail);
}

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
const response = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "bench",
  status: "in_progress",
  output: [],
  parallel_tool_calls: true,
  tools: [],
};

function makeStream(deltas: number): Buffer {
  const parts = [
    event("response.created", { sequence_number: 0, response }),
    event("response.in_progress", { sequence_number: 1, response }),
    event("response.output_item.added", { sequence_number: 2, output_index: 0, item }),
    event("response.content_part.added", { sequence_number: 3, ...location, part: { type: "output_text", text: "", annotations: [] } }),
  ];
  let text = "";
  for (let index = 0; index < deltas; index += 1) {
    const delta = `word ${index} `;
    text += delta;
    parts.push(
      event("response.output_text.delta", {
        sequence_number: index + 4,
        ...location,
        delta,
        logprobs: [],
        obfuscation: "abcdefghijklmnopqrs",
      }),
    );
  }
  const part = { type: "output_text", text, annotations: [] };
  const done = { ...item, status: "completed", content: [part] };
  parts.push(event("response.output_text.done", { ...location, text, logprobs: [] }));
  parts.push(event("response.content_part.done", { ...location, part }));
  parts.push(event("response.output_item.done", { output_index: 0, item: done }));
  parts.push(event("response.completed", { response: { ...response, status: "completed", output: [done] } }));
  return Buffer.from(`${parts.join("")}data: [DONE]\n\n`);
}

/** Created before the first request, so that no client waits for it. */
const stream = makeStream(100_000);

async function sendStream(answer: ServerResponse): Promise<void> {
  answer.writeHead(200, { "content-type": "text/event-stream" });
  for (let from = 0; from < stream.length; from += 64 * 1024) {
    if (!answer.write(stream.subarray(from, from + 64 * 1024))) await once(answer, "drain");
  }
  answer.end();
}

const server = createServer(async (request, answer) => {
  request.resume();
  if (request.headers.authorization !== `Bearer ${key}`) {
    answer.writeHead(401).end();
    return;
  }
  const id = request.url?.split("/").at(-1) ?? "";
  if (request.url?.startsWith("/api/v1/images/")) await sendMediaTask(answer, id);
  else await sendStream(answer);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(address.port);
});
