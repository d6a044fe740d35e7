/** Results are generated in threads, are the same each time, and can be aborted. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGenerator, type DemoGenerator } from "../../../../src/demo/generator.ts";
import { audioRequest, imageRequest, requestsOfEveryKind, textRequest, videoRequest } from "../requests.ts";

// Encoding takes seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const never = new AbortController().signal;
let generator: DemoGenerator;

afterEach(() => generator.close());

describe("the generator", () => {
  it.each(requestsOfEveryKind)("generates the same $kind for the same request, in any thread", async (request) => {
    generator = createGenerator();
    const first = await generator.generate(request, never);
    await generator.close();
    generator = createGenerator();
    expect(await generator.generate(request, never)).toEqual(first);
  });

  it.each([
    [imageRequest({ prompt: "a sea" }), imageRequest({ prompt: "another sea" })],
    [audioRequest({ text: "one" }), audioRequest({ text: "two" })],
    [videoRequest({ prompt: "a sea" }), videoRequest({ prompt: "another sea" })],
    [textRequest("Why?"), textRequest("How?")],
  ])("generates different results for different prompts", async (one, other) => {
    generator = createGenerator();
    const results = await Promise.all([generator.generate(one, never), generator.generate(other, never)]);
    expect(results[0]).not.toEqual(results[1]);
  });

  it("does not block the event loop of its caller", async () => {
    generator = createGenerator();
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await generator.generate(videoRequest(), never);
    // CPU time, which other processes do not affect.
    const [ofThisThread, ofAllThreads] = [process.threadCpuUsage(own), process.cpuUsage(all)];
    expect(ofThisThread.user).toBeLessThan(ofAllThreads.user / 2);
  });

  it("stops on abort with its reason, long before the video would be finished", async () => {
    generator = createGenerator();
    const controller = new AbortController();
    const request = videoRequest({ model: "demo-video", quality: "1080p", duration: 12 });
    const video = { isDone: false };
    const whole = generator.generate(request, never).finally(() => {
      video.isDone = true;
    });
    const work = generator.generate(request, controller.signal);
    setTimeout(() => controller.abort(new Error("no longer wanted")), 50);
    await expect(work).rejects.toThrow("no longer wanted");
    expect(video.isDone).toBe(false);
    await generator.close();
    await expect(whole).rejects.toThrow();
  });

  it("completes the other results after one of them was aborted", async () => {
    generator = createGenerator();
    const controller = new AbortController();
    const aborted = generator.generate(videoRequest({ model: "demo-video", duration: 12 }), controller.signal);
    const others = [1, 2, 3].map((number) => generator.generate(imageRequest({ prompt: `picture ${number}` }), never));
    controller.abort(new Error("no longer wanted"));
    await expect(aborted).rejects.toThrow("no longer wanted");
    expect((await Promise.all(others)).map((result) => result.kind)).toEqual(["image", "image", "image"]);
  });

  it("does nothing for a signal that is already aborted", async () => {
    generator = createGenerator();
    await expect(generator.generate(imageRequest(), AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    await expect(generator.generate(textRequest("Hello"), AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  });

  it("rejects unfinished and later requests when it is closed", async () => {
    generator = createGenerator();
    const work = generator.generate(videoRequest({ duration: 6 }), never);
    const rejected = expect(work).rejects.toThrow();
    await generator.close();
    await rejected;
    await expect(generator.generate(imageRequest(), never)).rejects.toThrow("closed");
  });

  it("reports an error without a word of the prompt", async () => {
    generator = createGenerator();
    const work = generator.generate(imageRequest({ prompt: "secret words", size: "not a size" }), never);
    await expect(work).rejects.toThrow(/^(?!.*secret).*RangeError/);
  });
});
