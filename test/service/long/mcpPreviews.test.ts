/** Agents see what they made: `view_result` of each kind. */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeContactSheet } from "../../../src/media/images/contactSheet.ts";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { startAgent } from "../agent.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startTestService } from "../testService.ts";

const { makeFolder } = await openAgentWorkspaces();
const service = await startTestService();
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

const open = async (onTestFinished: (end: () => Promise<void>) => void) => {
  const args = ["--base-url", service.url, "--data", makeFolder()];
  return startAgent({ onTestFinished, args, roots: [makeFolder()], key: service.key });
};
const taskOf = (text: string) => /Task (\S+):/.exec(text)?.[1];

const image = {
  tool: "generate_image",
  input: { prompt: "A heron", size: "1k", model: "demo-image" },
  type: "image/",
  width: expect.any(Number),
};
const sound = { tool: "generate_audio", input: { prompt: "A heron stands on one leg." }, type: "image/png", width: 800 };
const video = { tool: "generate_video", input: { prompt: "A heron", model: "demo-video" }, type: "image/jpeg", width: 960 };

test.for([image, sound, ...(hasFfmpeg ? [video] : [])])("what $tool made is seen as one small image", async (given, { onTestFinished }) => {
  const agent = await open(onTestFinished);
  const made = await agent.call(given.tool, given.input);
  const { isError, images, text, content } = await agent.call("view_result", { task_id: taskOf(made.text) });
  expect([isError, text]).toEqual([false, path.basename(made.files[0] ?? "")]);
  expect(images).toEqual([{ data: expect.any(String), mimeType: expect.stringContaining(given.type) }]);
  expect(content.find((part) => part.type === "image")?.annotations).toEqual({ audience: ["assistant"] });
  const bytes = Buffer.from(images[0]?.data ?? "", "base64");
  expect(bytes.byteLength).toBeLessThan(256 * 1024);
  expect(await decodeImage(bytes)).toMatchObject({ width: given.width });
});

test("a file that does not exist, and a task that is not known, are refused", async ({ onTestFinished }) => {
  const agent = await open(onTestFinished);
  const made = await agent.call("generate_image", { prompt: "A heron", model: "demo-image" });
  expect((await agent.call("view_result", { task_id: taskOf(made.text), file: 2 })).text).toContain("no saved file 2");
  expect((await agent.call("view_result", { task_id: "unknown" })).isError).toBe(true);
});

test("without FFmpeg, and of a file that is no video, the reason is said", async () => {
  const file = path.join(makeFolder(), "heron.mp4");
  await writeFile(file, "no video");
  const { signal } = new AbortController();
  expect(await makeContactSheet(file, signal, "/nowhere/ffmpeg")).toEqual({
    fault: expect.stringContaining("FFmpeg, which is not installed"),
  });
  if (hasFfmpeg) expect(await makeContactSheet(file, signal)).toEqual({ fault: expect.stringContaining("cannot read the frames") });
});
