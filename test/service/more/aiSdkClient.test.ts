/** The published `ai` package with `@ai-sdk/openai`, unchanged, against the service. */
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText, streamText, type ToolSet } from "ai";
import { expect, test } from "vitest";
import { startTestService } from "../testService.ts";

const service = await startTestService({ faults: true });
const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });

test("generateText answers text, usage and sources", async () => {
  const result = await generateText({
    model: provider.responses("demo-text"),
    prompt: "Where do herons live?",
    providerOptions: { openai: { instructions: "Be short.", systemMessageMode: "remove" } },
    tools: { web_search: provider.tools.webSearch() } as ToolSet,
  });
  expect(result.text.toLowerCase()).toContain("demo");
  expect(result.usage.totalTokens).toBe((result.usage.inputTokens ?? 0) + (result.usage.outputTokens ?? 0));
  expect(result.sources.length).toBeGreaterThan(0);
});

test("generateText takes a dialogue with an image and a file", async () => {
  const { text } = await generateText({
    model: provider.responses("demo-multimodal"),
    messages: [
      { role: "user", content: "Hello." },
      { role: "assistant", content: "Hello, demo here." },
      {
        role: "user",
        content: [
          { type: "text", text: "What do you see?" },
          { type: "image", image: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), mediaType: "image/png" },
        ],
      },
    ],
  });
  expect(text).not.toBe("");
});

test("streamText streams the same text and reasoning as the whole answer", async () => {
  const result = streamText({
    model: provider.responses("demo-multimodal"),
    prompt: "Draw a picture of a heron.",
    providerOptions: { openai: { reasoningEffort: "high", forceReasoning: true } },
    tools: { image_generation: provider.tools.imageGeneration() } as ToolSet,
  });
  let text = "";
  for await (const delta of result.textStream) text += delta;
  expect(text).toBe(await result.text);
  expect(await result.reasoningText).toMatch(/\S/);
  expect(await result.finishReason).toBe("stop");
});

test("errors arrive as APICallError with the service's message", async () => {
  const thrown = await generateText({ model: provider.responses("no-such-model"), prompt: "x", maxRetries: 0 }).catch(
    (error: unknown) => error,
  );
  expect(APICallError.isInstance(thrown)).toBe(true);
  expect(thrown).toMatchObject({ statusCode: 404, message: expect.stringContaining("does not exist") });
});
