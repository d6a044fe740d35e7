/**
 * OpenAI's partial images: the answer of `/images` as a stream, whose last event is the image. Source: OpenAI, "Image streaming". Each partial
 * image is billed, so they are only requested if the configuration says so: `options: { partial_images: 2 }` of a model.
 */
import type { ImageModelV4 } from "@ai-sdk/provider";
import { parseJson } from "../../contract/parseJson.ts";
import { currentCall } from "../callContext.ts";
import { isFields } from "../errorReason.ts";
import { wholeOf } from "../fileContent.ts";
import { findAnswered } from "../files/answeredFiles.ts";
import { type GenerationHooks, previewOf } from "../generationHooks.ts";
import { EngineError } from "../providerError.ts";
import { StreamedError } from "../streamedError.ts";
import { linesOf } from "./engineClient.ts";

type Fetch = typeof globalThis.fetch;

/** The name of the option, in the configuration and in the request. */
const optionName = "partial_images";

/** Whether the options of a model request partial images. */
export function requestsPartialImages(options: Readonly<Record<string, unknown>> | undefined): boolean {
  return countOf(options) > 0;
}

function countOf(options: Readonly<Record<string, unknown>> | undefined): number {
  const count = options?.[optionName];
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 3 ? count : 0;
}

/** `make`: creates the package's model. `name`: of its options. */
export function withPartialImages(make: (fetch: Fetch) => ImageModelV4, fetch: Fetch, name: string, hooks?: GenerationHooks): ImageModelV4 {
  const model = make(fetch);
  if (hooks === undefined) return model;
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    maxImagesPerCall: model.maxImagesPerCall,
    doGenerate(options) {
      const count = countOf(options.providerOptions[name]);
      return count === 0 ? model.doGenerate(options) : make(streamingFetch(fetch, count, hooks)).doGenerate(options);
    },
  };
}

/** Returns a `fetch` that requests a stream, and answers with the JSON that the package expects. */
function streamingFetch(fetch: Fetch, count: number, hooks: GenerationHooks): Fetch {
  return async (input, init) => {
    if (init?.method !== "POST") return fetch(input, init);
    const answer = await fetch(input, { ...init, body: requestingStream(init.body, count) ?? null });
    const isStream = answer.ok && /^text\/event-stream/i.test(answer.headers.get("content-type") ?? "");
    return isStream ? Response.json(await readEvents(answer, hooks)) : answer;
  };
}

function requestingStream(body: RequestInit["body"], count: number): RequestInit["body"] {
  if (body instanceof FormData) {
    body.set("stream", "true");
    body.set(optionName, String(count));
    return body;
  }
  const fields = typeof body === "string" ? parseJson(body) : undefined;
  return isFields(fields) ? JSON.stringify({ ...fields, stream: true, [optionName]: count }) : body;
}

async function readEvents(answer: Response, { report }: GenerationHooks): Promise<object> {
  const { files } = currentCall();
  const data: object[] = [];
  let usage: unknown;
  let failed: unknown;
  let hasPartial = false;
  for await (const line of linesOf(answer.body)) {
    const event = line.startsWith("data:") ? parseJson(line.slice("data:".length)) : undefined;
    if (!isFields(event)) continue;
    const { type, b64_json: image } = event;
    if (typeof type === "string" && /\.partial_image$/.test(type) && typeof image === "string") {
      hasPartial = true;
      const kept = files && findAnswered(files, image);
      const preview = await previewOf(kept ? await wholeOf(kept.content) : Buffer.from(image, "base64"));
      if (preview !== undefined) report({ preview });
    } else if (typeof type === "string" && /\.completed$/.test(type) && typeof image === "string") {
      data.push({ b64_json: image });
      usage = event.usage ?? usage;
    } else if (type === "error" || event.error !== undefined) {
      failed = event;
    }
  }
  if (data.length === 0 && failed !== undefined) throw new StreamedError(failed, { followsPart: hasPartial });
  if (data.length === 0) throw new EngineError("its stream ended without an image.");
  return { data, usage };
}
