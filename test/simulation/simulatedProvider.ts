/** A provider that costs money: it counts what it accepts, and every answer is a step of the schedule. */
import {
  APICallError,
  type Experimental_VideoModelV4,
  type ImageModelV4,
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { dialectOfPackage } from "../../src/providers/dialects/plain.ts";
import type { MediaProvider, Provider, ProviderModel } from "../../src/providers/provider.ts";
import type { Schedule } from "./schedule.ts";

export interface SimulatedProvider {
  provider: Provider;
  /** How often each prompt was accepted. */
  accepted: Map<string, number>;
  /** Prompts whose result the provider has handed over completely. */
  answered: Set<string>;
  /** The simulation in progress. */
  begin(schedule: Schedule): void;
  /** Whether it still refuses and fails now and then. */
  hasFaults: boolean;
}

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const mp4 = Buffer.from("000000186674797069736f6d0000020069736f6d", "hex");

/** Millionths that a completed task costs. */
export const prices = { image: 1_000_000, video: 500_000, text: 5 * 1_000 + 3 * 2_000 } as const;

const model = (id: string, rest: Pick<ProviderModel, "kinds" | "price">): ProviderModel => ({
  id,
  created: undefined,
  capabilities: {},
  fallback: [],
  ...rest,
});
const models = [
  model("painter", { kinds: ["image"], price: { image: 1 } }),
  model("filmer", { kinds: ["video"], price: { second: 0.25 } }),
  model("writer", { kinds: ["text"], price: { input: 1_000, output: 2_000 } }),
];

const httpError = (statusCode: number) => new APICallError({ url: "", requestBodyValues: {}, statusCode, message: "", responseBody: "" });

export function createSimulatedProvider(): SimulatedProvider {
  let schedule: Schedule;
  const simulated: SimulatedProvider = {
    provider: {
      name: "local",
      prefix: "local/",
      isFree: false,
      dialect: dialectOfPackage("another"),
      configuredModels: models,
      listModels: async () => models,
      load: async () => media,
      download: () => Promise.reject(new Error("There are no links.")),
      redact: (text) => text,
      close: async () => undefined,
    },
    accepted: new Map(),
    answered: new Set(),
    begin(given) {
      schedule = given;
      simulated.accepted.clear();
      simulated.answered.clear();
      simulated.hasFaults = true;
    },
    hasFaults: true,
  };
  const fails = (probability: number) => simulated.hasFaults && schedule.chance(probability);

  /** The request arrives, and is accepted or refused. */
  const arrive = (prompt: string, signal: AbortSignal | undefined) =>
    schedule.step({
      kind: "provider",
      name: `the provider gets ${prompt}`,
      signal,
      work() {
        if (fails(0.1)) throw httpError(429);
        simulated.accepted.set(prompt, (simulated.accepted.get(prompt) ?? 0) + 1);
      },
    });
  const answer = <Result>(prompt: string, signal: AbortSignal | undefined, what: string, make: () => Result) =>
    schedule.step({
      kind: "provider",
      name: `the provider ${what} ${prompt}`,
      signal,
      work() {
        if (fails(0.05)) throw httpError(500);
        return make();
      },
    });

  const imageModel: ImageModelV4 = {
    specificationVersion: "v4",
    provider: "local",
    modelId: "painter",
    maxImagesPerCall: 1,
    async doGenerate({ prompt = "", abortSignal }) {
      await arrive(prompt, abortSignal);
      const images = await answer(prompt, abortSignal, "draws", () => [png]);
      simulated.answered.add(prompt);
      return { images, warnings: [], response: { timestamp: new Date(0), modelId: "painter", headers: undefined } };
    },
  };
  const videoModel: Experimental_VideoModelV4 = {
    specificationVersion: "v4",
    provider: "local",
    modelId: "filmer",
    maxVideosPerCall: 1,
    async doStart({ prompt = "", abortSignal }) {
      await arrive(prompt, abortSignal);
      const operation = await answer(prompt, abortSignal, "starts", () => ({ prompt }));
      return { operation, warnings: [], response: { timestamp: new Date(0), modelId: "filmer", headers: undefined } };
    },
    async doStatus({ operation, abortSignal }) {
      const prompt = JSON.stringify(operation);
      const response = { timestamp: new Date(0), modelId: "filmer", headers: undefined };
      const isPending = await answer(prompt, abortSignal, "reports", () => fails(0.3));
      if (isPending) return { status: "pending", response };
      return { status: "completed", videos: [{ type: "binary", data: mp4, mediaType: "video/mp4" }], warnings: [], response };
    },
  };
  const languageModel: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "local",
    modelId: "writer",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Texts are streamed.")),
    async doStream({ prompt: messages, abortSignal }) {
      const prompt = /task-\d+/.exec(JSON.stringify(messages))?.[0] ?? "";
      await arrive(prompt, abortSignal);
      const usage = {
        inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 3, text: 3, reasoning: undefined },
      };
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "A heron " },
        { type: "text-delta", id: "1", delta: "waits." },
        { type: "text-end", id: "1" },
        { type: "finish", usage, finishReason: { unified: "stop", raw: "stop" } },
      ];
      const stream = new ReadableStream<LanguageModelV4StreamPart>(
        {
          async pull(controller) {
            const part = await answer(prompt, abortSignal, "writes", () => parts.shift());
            // With the usage the answer is whole: a service whose client has left reads no further.
            if (part?.type === "finish") simulated.answered.add(prompt);
            if (part) controller.enqueue(part);
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      return { stream };
    },
  };
  const media: MediaProvider = {
    specificationVersion: "v4",
    languageModel: () => languageModel,
    embeddingModel: () => {
      throw new Error("There are no embeddings.");
    },
    imageModel: () => imageModel,
    videoModel: () => videoModel,
    cancelVideo: async (_, operation) => void (await answer(JSON.stringify(operation), undefined, "cancels", () => undefined)),
  };
  return simulated;
}
