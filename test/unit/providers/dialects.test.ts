/** How fields of the interface are written for each type of provider, or refused by name. */

import { describe, expect, test } from "vitest";
import { anthropicDialect } from "../../../src/providers/dialects/anthropic.ts";
import { googleDialect } from "../../../src/providers/dialects/google.ts";
import { openaiDialect } from "../../../src/providers/dialects/openai.ts";
import { compatibleName } from "../../../src/providers/dialects/optionNames.ts";
import { dialectOfPackage } from "../../../src/providers/dialects/plain.ts";
import { engineTable } from "../../../src/providers/engines/engineTable.ts";
import { toProviderModel } from "../../../src/providers/provider.ts";
import { writeCall } from "../../../src/providers/writeCall.ts";
import { audioRequest, imageRequest, textRequest, videoRequest } from "./requests.ts";

const model = toProviderModel("m", ["text"]);
const local = engineTable.openai.dialect;
const openRouter = engineTable.openrouter.dialect;

describe("web_search", () => {
  const request = textRequest("x", { webSearch: true });
  test.each([
    ["openai", openaiDialect, { tools: [{ id: "openai.web_search" }] }],
    ["anthropic", anthropicDialect, { tools: [{ id: "anthropic.web_search_20250305" }] }],
    ["google", googleDialect, { tools: [{ id: "google.google_search" }] }],
    ["openrouter", openRouter, { providerOptions: { [compatibleName]: { plugins: [{ id: "web" }] } } }],
    ["an engine", local, { param: "tools" }],
    ["another package", dialectOfPackage("another"), { param: "tools" }],
  ])("%s", (_, dialect, expected) => {
    expect(dialect.text(model, request)).toMatchObject(expected);
  });
});

test("an image's fields are written or refused by name", () => {
  const image = (changes: object) => imageRequest({ size: undefined, ...changes });
  expect(writeCall(openaiDialect, "image", model, image({ size: "1024X768", quality: "high" }))).toEqual({
    size: "1024x768",
    providerOptions: { openai: { quality: "high" } },
  });
  expect(writeCall(openaiDialect, "image", model, image({ size: "1k" }))).toMatchObject({ param: "size" });
  expect(writeCall(openaiDialect, "image", model, image({ aspectRatio: "1:1" }))).toMatchObject({ param: "aspect_ratio" });
  expect(writeCall(googleDialect, "image", model, image({ size: "2k", aspectRatio: "16:9" }))).toEqual({
    aspectRatio: "16:9",
    providerOptions: { google: { sampleImageSize: "2K" } },
  });
  expect(writeCall(googleDialect, "image", model, image({ quality: "high" }))).toMatchObject({ param: "quality" });
  expect(writeCall(local, "image", model, image({ aspectRatio: "1:1" }))).toMatchObject({ param: "aspect_ratio" });
  expect(writeCall(anthropicDialect, "image", model, image({}))).toMatchObject({ param: "model" });
});

test("fields of speech and video too", () => {
  expect(writeCall(openaiDialect, "audio", model, audioRequest({ format: "MP3", speed: 2 }))).toMatchObject({
    outputFormat: "mp3",
    speed: 2,
  });
  expect(writeCall(openaiDialect, "audio", model, audioRequest({ format: "midi" }))).toMatchObject({ param: "format" });
  expect(writeCall(googleDialect, "audio", model, audioRequest({ format: "wav", speed: 2 }))).toMatchObject({ param: "speed" });
  expect(writeCall(googleDialect, "video", model, videoRequest({ size: "9:16", quality: "1080p" }))).toMatchObject({
    aspectRatio: "9:16",
    resolution: "1920x1080",
  });
  expect(writeCall(googleDialect, "video", model, videoRequest({ quality: "8k" }))).toMatchObject({ param: "quality" });
  expect(writeCall(dialectOfPackage("another"), "video", model, videoRequest({ size: "wide" }))).toMatchObject({ param: "size" });
});

test("Google's citations, which count bytes, are converted to UTF-16 code units", () => {
  const text = "Ein Gruß 😀 an die Reiher.";
  const bytes = (until: string) => Buffer.byteLength(text.slice(0, text.indexOf(until)));
  const metadata = {
    google: {
      groundingMetadata: {
        groundingChunks: [{ web: { uri: "https://a.example", title: "Reiher" } }],
        groundingSupports: [{ segment: { startIndex: bytes("an die"), endIndex: bytes(".") }, groundingChunkIndices: [0] }],
      },
    },
  };
  const [citation] = googleDialect.metadata.citations(metadata, text);
  expect(text.slice(citation?.start, citation?.end)).toBe("an die Reiher");
});

test("OpenRouter's citations and cost are read from its metadata and usage", () => {
  const annotation = { url_citation: { url: "https://a.example", title: "A", start_index: 2, end_index: 50 } };
  expect(openRouter.metadata.citations({ [compatibleName]: { annotations: [annotation] } }, "0123456789")).toEqual([
    { url: "https://a.example", title: "A", start: 2, end: 10 },
  ]);
  expect(openRouter.metadata.cost(undefined, { cost: 0.25 })).toBe(0.25);
  expect(openRouter.metadata.cost(undefined, {})).toBeUndefined();
});
