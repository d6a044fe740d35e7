/** Runs one measurement of the client in a process of its own and prints it as a line of JSON. */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import OpenAI from "openai";
import { Agent } from "undici";
import { createServiceClient } from "../../src/client/createServiceClient.ts";

const [port = "", way = "", size = "0", folder = ""] = process.argv.slice(2);
const baseUrl = `http://127.0.0.1:${port}`;
const key = "bench-key";
const target = join(folder, "file");

const ours = () => createServiceClient({ baseUrl, key: async () => key });
const openai = () => new OpenAI({ baseURL: `${baseUrl}/api/v1`, apiKey: key, maxRetries: 0 });

async function openBody() {
  const { body } = await new Agent().request({
    origin: baseUrl,
    path: `/api/v1/images/${size}`,
    method: "GET",
    headers: { authorization: `Bearer ${key}` },
  });
  return body;
}

/** The bare loop: slices of base64 are decoded into one buffer and written, without parsing, checks or hashes. */
async function sliceDecodeWrite(): Promise<void> {
  const file = await open(target, "w");
  const decoded = Buffer.allocUnsafe(512 * 1024);
  const opening = '"b64_json":"';
  let filled = 0;
  let carried = Buffer.alloc(0);
  let isInside = false;
  for await (const chunk of await openBody()) {
    const bytes: Buffer = chunk;
    let start = 0;
    if (!isInside) {
      if (!bytes.includes(opening)) continue;
      start = bytes.indexOf(opening) + opening.length;
      isInside = true;
    }
    if (carried.length > 0) {
      const missing = 4 - carried.length;
      filled += decoded.write(carried.toString("latin1") + bytes.toString("latin1", start, start + missing), filled, "base64");
      start += missing;
    }
    const quote = bytes.indexOf('"', start);
    const end = quote < 0 ? bytes.length - ((bytes.length - start) % 4) : quote;
    filled += decoded.write(bytes.toString("latin1", start, end), filled, "base64");
    carried = quote < 0 ? Buffer.from(bytes.subarray(end)) : Buffer.alloc(0);
    if (quote >= 0) isInside = false;
    if (filled < decoded.length - 128 * 1024 && quote < 0) continue;
    await file.write(decoded, 0, filled);
    filled = 0;
  }
  await file.close();
}

interface TaskBody {
  data: { b64_json: string }[];
}

/** Each way reads one media task to a file, or all events of one stream, of which it returns the number of deltas. */
const ways: Record<string, () => Promise<number>> = {
  async ours() {
    const client = ours();
    const { files } = await client.pollMedia("image", size, folder);
    await client.close();
    if (files[0]?.size !== Number(size)) throw new Error("The file is not whole.");
    return 1;
  },
  async openai() {
    const body: TaskBody = await openai().get(`/images/${size}`);
    await writeFile(target, Buffer.from(body.data[0]?.b64_json ?? "", "base64"));
    return 1;
  },
  async loop() {
    await sliceDecodeWrite();
    return 1;
  },
  async wire() {
    for await (const _ of await openBody());
    return 1;
  },
  async deltasOurs() {
    const client = ours();
    const stream = client.streamResponse({ model: "bench", input: "x" });
    let deltas = 0;
    for await (const changes of stream)
      for (const change of changes) if (change.type === "textAppended") deltas += change.text.length > 0 ? 1 : 0;
    const { outcome } = await stream.end;
    if (outcome !== "completed") throw new Error(outcome);
    await client.close();
    return deltas;
  },
  async deltasOpenaiRaw() {
    const stream = await openai().responses.create({ model: "bench", input: "x", stream: true });
    let deltas = 0;
    for await (const event of stream) if (event.type === "response.output_text.delta") deltas += event.delta.length > 0 ? 1 : 0;
    return deltas;
  },
  async deltasOpenaiStream() {
    const stream = openai().responses.stream({ model: "bench", input: "x" });
    let deltas = 0;
    for await (const event of stream) if (event.type === "response.output_text.delta") deltas += event.delta.length > 0 ? 1 : 0;
    return deltas;
  },
};

const cpuBefore = process.cpuUsage();
const started = performance.now();
const count = await ways[way]?.();
const milliseconds = performance.now() - started;
// Kilobytes, see getrusage(2).
const peakMiB = process.resourceUsage().maxRSS / 1024;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ milliseconds, cpuMilliseconds: (user + system) / 1000, peakMiB, count }));
process.exit(0);
