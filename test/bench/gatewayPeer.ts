/** A gateway of hono and the AI SDK, as a process of its own. Argument: the base URL of the engine. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { serve } from "@hono/node-server";
import { streamText } from "ai";
import { Hono } from "hono";

const provider = createOpenAICompatible({ name: "bench", baseURL: process.argv[2] ?? "", includeUsage: true });
const app = new Hono();
app.post("/chat", async (context) => {
  const { prompt }: { prompt: string } = await context.req.json();
  return streamText({ model: provider.languageModel("bench-text"), prompt }).toUIMessageStreamResponse();
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.stdout.write(`${port}\n`));
