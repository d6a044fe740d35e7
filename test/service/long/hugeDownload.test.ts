/** Downloads 4 GiB from the service as a separate process, and checks its memory. */
import { existsSync, readFileSync } from "node:fs";
import { Pool } from "undici";
import { expect, test } from "vitest";
import { startServiceProcess } from "../serviceProcess.ts";
import { callService, readV2Status } from "../testService.ts";

const size = 4 * 1024 ** 3;
/** MiB. */
const memoryLimit = 150;

/** Peak memory of a process in MiB. */
function peakMemory(pid: number | undefined): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function countBytes(url: string, headers: Record<string, string>): Promise<number> {
  const pool = new Pool(new URL(url).origin);
  const { body } = await pool.request({ method: "GET", path: new URL(url).pathname, headers });
  let count = 0;
  for await (const chunk of body) count += chunk.byteLength;
  await pool.close();
  return count;
}

test.skipIf(!existsSync("/proc/self/status"))(
  "4 GiB arrive whole, as base64 of v1 and by the link of v2, and the service stays under 150 MiB",
  { timeout: 240_000 },
  async () => {
    const service = await startServiceProcess("--faults");
    const call = callService(service.url, service.key, async () => undefined);
    const { body } = await call.post("/api/v1/videos", { model: "fault-huge", prompt: "4 GiB" });
    const path = `${service.url}/api/v1/videos/${body.id}`;
    await expect
      .poll(() => fetch(path, { method: "HEAD", headers: call.headers }).then((answer) => Number(answer.headers.get("content-length"))))
      .toBeGreaterThan(size);
    const received = await countBytes(path, call.headers);
    expect(received).toBeGreaterThan((size / 3) * 4);
    expect(received).toBeLessThan((size / 3) * 4 + 1000);
    const status = await call.makeV2({ type: "out_video", ai: { model: "fault-huge" }, content: [{ type: "input_text", text: "4 GiB" }] });
    const [file] = readV2Status(status).contents.files;
    expect(await countBytes(file?.data ?? "", {})).toBe(size);
    expect(peakMemory(service.process.pid)).toBeLessThan(memoryLimit);
  },
);
