/** Requests that the demo's capabilities refuse, by the interface's field. */
import { describe, expect, it } from "vitest";
import { demoModels } from "../../../src/demo/capabilities.ts";
import { checkRequest as checkCapabilities } from "../../../src/providers/checkRequest.ts";
import { createDemo } from "../../../src/providers/demoProvider.ts";
import type { GenerationRequest } from "../../../src/providers/request.ts";
import { audioRequest, imageRequest, inputFile, requestsOfEveryKind, textRequest, videoRequest } from "./requests.ts";

const demo = createDemo({ name: "demo", prefix: "", faults: false, tokensPerSecond: 0, workerUrl: undefined });
const modelOf = (id: string) => demo.configuredModels.find((model) => model.id === id);

function checkRequest(request: GenerationRequest) {
  const model = modelOf(request.model);
  if (!model) throw new RangeError("There is no such demo model.");
  return checkCapabilities(request, model);
}

const image = inputFile(new Uint8Array(4), "image/png");

describe("the check of a request to the demo models", () => {
  it.each(requestsOfEveryKind)("accepts a plain $kind request", (request) => {
    expect(checkRequest(request)).toBeUndefined();
  });

  it.each([
    imageRequest({ size: "1K" }),
    imageRequest({ size: "2k", aspectRatio: "16:9", quality: "HIGH" }),
    imageRequest({ size: "1024x768" }),
    imageRequest({ size: "1024x768", aspectRatio: "4:3" }),
    imageRequest({ model: "demo-image-pro", size: "4k", aspectRatio: "21:9" }),
    audioRequest({ voice: "rms", format: "opus", speed: 0.25 }),
    audioRequest({ voice: "slt", format: "flac", speed: 4 }),
    videoRequest({ model: "demo-video", quality: "1080p", size: "9:16", duration: 8 }),
    textRequest("Draw a cat", { model: "demo-multimodal", imageTool: { size: "1K", aspectRatio: "1:1" } }),
    textRequest("", { files: [image] }),
  ] satisfies GenerationRequest[])("accepts what the model lists: %j", (request) => {
    expect(checkRequest(request)).toBeUndefined();
  });

  it.each([
    ["prompt", imageRequest({ prompt: "  " })],
    ["size", imageRequest({ size: "huge" })],
    ["size", imageRequest({ size: "4k" })],
    ["size", imageRequest({ size: "20x20" })],
    ["size", imageRequest({ size: "9999x1024" })],
    ["size", imageRequest({ size: "constructor" })],
    ["quality", imageRequest({ quality: "ultra" })],
    ["aspect_ratio", imageRequest({ aspectRatio: "5:1" })],
    ["aspect_ratio", imageRequest({ size: "1024x1024", aspectRatio: "16:9" })],
    ["image", imageRequest({ references: Array.from({ length: 5 }, () => image) })],
    ["image", imageRequest({ references: [inputFile(new Uint8Array(4), "text/plain")] })],
    ["input", audioRequest({ text: " \n" })],
    ["input", audioRequest({ text: "a".repeat(20_001) })],
    ["voice", audioRequest({ voice: "robot" })],
    ["format", audioRequest({ format: "aac" })],
    ["speed", audioRequest({ speed: 0 })],
    ["speed", audioRequest({ speed: 4.5 })],
    ["speed", audioRequest({ speed: Number.NaN })],
    ["prompt", videoRequest({ prompt: "" })],
    ["size", videoRequest({ size: "1280x720" })],
    ["quality", videoRequest({ quality: "4k" })],
    ["duration", videoRequest({ duration: 3 })],
    ["duration", videoRequest({ duration: -1 })],
    ["input", textRequest(" ")],
    ["input", textRequest("Look", { model: "demo-text-mini", files: [image] })],
    ["reasoning.effort", textRequest("Think", { model: "demo-text-mini", effort: "high" })],
    ["tools", textRequest("Draw", { imageTool: {} })],
    ["tools", textRequest("Draw", { model: "demo-multimodal", imageTool: { size: "16k" } })],
  ] as const)("refuses with the name of %s", (param, request) => {
    expect(checkRequest(request)?.param).toBe(param);
  });

  it("lists the allowed values, and never repeats the value that was sent", () => {
    const error = checkRequest(audioRequest({ voice: "secret words" }));
    expect(error?.message).toContain("slt, rms");
    expect(error?.message).not.toContain("secret");
  });
});

describe("the table of demo models", () => {
  it("has several models of each kind that is a demo", () => {
    for (const kind of ["text", "image", "video"]) {
      const models = demoModels.filter((model) => model.kind === kind);
      expect(models.length).toBeGreaterThan(1);
    }
  });

  it("has the models that the interface's documentation mentions", () => {
    const names = demoModels.map((model) => model.id);
    expect(names).toEqual(expect.arrayContaining(["demo-text", "demo-multimodal", "demo-image", "flite", "demo-video"]));
    expect(new Set(names).size).toBe(names.length);
  });

  it("has provider names in lower case", () => {
    for (const { ownedBy } of demoModels) expect(ownedBy).toBe(ownedBy.toLowerCase());
  });
});
