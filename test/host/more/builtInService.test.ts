/** Ends the built-in service's process during a task: the service is restarted and the task continues. */
import assert from "node:assert/strict";
import { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { configure, onlyArtifact, runTasks } from "../commandRunner.ts";
import { probeMedia } from "../probeMedia.ts";

/** The processes of this extension host that reported an address, as the built-in service does; the last one is in use. */
const services: { process: ChildProcess; url: string }[] = [];
const addressSchema = z.object({ url: z.string() });
const spawnedSchema = z.object({ process: z.instanceof(ChildProcess) });
// Registered before any test, because the first test that uses the built-in service starts it.
subscribe("child_process", (spawned) => {
  const { process } = spawnedSchema.parse(spawned);
  process.on("message", (message) => {
    const parsed = addressSchema.safeParse(message);
    if (parsed.success) services.push({ process, url: parsed.data.url });
  });
});

/** Resolves when the process that is in use has ended. */
async function killService(): Promise<void> {
  const process = services.at(-1)?.process;
  assert.ok(process !== undefined);
  const ended = once(process, "exit");
  process.kill("SIGKILL");
  await ended;
}

const sentSchema = z.object({ request: z.object({ method: z.string(), path: z.string() }) });

/**
 * Resolves when the extension's client has sent a poll of a video, which is answered when the video changes.
 * Source: undici.nodejs.org, "Diagnostics Channel Support".
 */
function videoIsPolled(): Promise<void> {
  const channel = "undici:client:sendHeaders";
  return new Promise((resolve) => {
    const look = (message: unknown) => {
      const sent = sentSchema.safeParse(message).data;
      if (sent?.request.method !== "GET" || !sent.request.path.startsWith("/api/v1/videos/")) return;
      unsubscribe(channel, look);
      resolve();
    };
    subscribe(channel, look);
  });
}

describe("the built-in service", function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-restart-"));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it("has the balance and the models of its setting, and keeps a used-up balance until it is refilled", async () => {
    const generate = async (model: string) => {
      const given = { prompt: "A small boat", model, options: { size: "64x64" }, folder, show: false };
      const [task] = await runTasks("generateImage", given);
      return [task?.state, task?.error?.kind];
    };
    const refill = () => vscode.commands.executeCommand("generationStudio.refillBalance");
    try {
      await configure("builtInService", { balance: 0.000001, faults: true });
      await refill();
      assert.deepEqual(await generate("demo-image"), ["saved", undefined]);
      await configure("builtInService", { balance: 1 });
      assert.deepEqual(await generate("demo-image"), ["failed", "insufficientQuota"]);
      await refill();
      assert.deepEqual(await generate("demo-image"), ["saved", undefined]);
      assert.deepEqual(await generate("fault-500"), ["failed", "modelNotFound"]);
      await configure("builtInService", { faults: true });
      assert.deepEqual(await generate("fault-500"), ["failed", "generationFailed"]);
    } finally {
      await configure("builtInService", undefined);
      await refill();
    }
  });

  const beginVideo = (prompt: string) =>
    runTasks("generateVideo", { prompt, model: "demo-video", options: { quality: "480p", duration: 8 }, folder, show: false });

  it("is restarted when its process is killed, and finishes the running task", async () => {
    const polled = videoIsPolled();
    const made = beginVideo("A phoenix");
    await polled;
    const killed = services.at(-1)?.url ?? "";
    await killService();
    await assert.rejects(fetch(killed), "nobody answers at the old address");

    const video = await probeMedia(onlyArtifact(await made));
    assert.equal(Math.round(video.seconds ?? 0), 8);
    assert.notEqual(services.at(-1)?.url, killed);
  });

  it("refuses requests with the reason while it cannot be started, and works again once it can", async () => {
    const extension = vscode.extensions.getExtension("generation-studio.generation-studio");
    const script = path.join(extension?.extensionPath ?? "", "dist", "service.js");
    const draw = () =>
      runTasks("generateImage", { prompt: "An egg", model: "demo-image", options: { size: "64x64" }, folder, show: false });
    const polled = videoIsPolled();
    const made = beginVideo("A patient phoenix");
    await polled;
    await rename(script, `${script}.away`);
    try {
      await killService();
      const [refused] = await draw();
      assert.deepEqual([refused?.state, refused?.error?.kind], ["failed", "unreachable"]);
      assert.match(refused?.error?.message ?? "", /^The built-in service did not start: /);
      assert.doesNotMatch(refused?.error?.message ?? "", /\n|\bat .+:\d+/);
    } finally {
      await rename(`${script}.away`, script);
    }
    onlyArtifact(await draw());
    onlyArtifact(await made);
  });
});
