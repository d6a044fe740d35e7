/** `prompt test`: the sounds of cached answers. */
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/service/startService.ts";
import { promptRun } from "./promptRun.ts";
import { recordRequests } from "./recordRequests.ts";

test("a model hears the sound of a cached answer, also after the cache was moved", async () => {
  const service = await startService({ tokensPerSecond: 0 });
  onTestFinished(() => service.close());
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-sounds-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { url, bodies, close } = await recordRequests(service.url);
  onTestFinished(close);
  const run = async (cache: string, ...fields: string[]): Promise<string> => {
    const lines = ["---", "kind: audio", "model: flite", "voice: slt", "format: wav", ...fields, "---", "The tide comes in."];
    await writeFile(path.join(folder, "voice.gen.md"), lines.join("\n"));
    const args = ["test", "voice.gen.md", "--cache", cache, "--base-url", url];
    return (await promptRun(args, { key: service.key, folder })).output;
  };
  expect(await run("before", "tests: [ { assert: [ { format: wav } ] } ]")).toContain("1 passed");
  await rename(path.join(folder, "before"), path.join(folder, "after"));
  const heard = await run("after", "transcriber: demo-text", "tests: [ { assert: [ { transcript: The tide comes in. } ] } ]");
  // The demo describes a sound instead of transcribing it.
  expect(heard).toContain("heard by demo-text: no transcript");
  expect(bodies).toEqual([
    expect.objectContaining({ model: "flite" }),
    expect.objectContaining({ model: "demo-text", input: [expect.objectContaining({ role: "user" })] }),
  ]);
});
