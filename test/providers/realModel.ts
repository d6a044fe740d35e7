/** A real model behind OpenAI's chat completions. */
import * as z from "zod/mini";
import { type Answer, chunk, type Engine, finishChunk, openEngine, sendJson, usageChunk } from "./engineServer.ts";
import { loadModel } from "./llama.ts";

const contentSchema = z.nullish(z.union([z.string(), z.array(z.object({ text: z.optional(z.string()) }))]));
const functionSchema = z.object({ function: z.object({ name: z.string(), parameters: z.optional(z.record(z.string(), z.unknown())) }) });
const requestSchema = z.object({
  messages: z.array(z.object({ content: contentSchema })),
  max_tokens: z.optional(z.number()),
  tools: z.optional(z.array(functionSchema)),
  tool_choice: z.optional(z.union([z.enum(["auto", "none", "required"]), functionSchema])),
  parallel_tool_calls: z.optional(z.boolean()),
  response_format: z.optional(
    z.object({ type: z.string(), json_schema: z.optional(z.object({ schema: z.record(z.string(), z.unknown()) })) }),
  ),
});
type ChatRequest = z.infer<typeof requestSchema>;

/** Maximum characters of a text among the arguments: the model would not end it. */
const longestText = 12;
const numbers = [1, 2, 3, 4, 5];
/** Tokens of one call's arguments. Most of them are single bytes. */
const argumentTokens = 400;

function promptOf({ messages }: ChatRequest): string {
  return messages
    .map(({ content }) => (Array.isArray(content) ? content.map(({ text = "" }) => text).join("\n") : (content ?? "")))
    .join("\n");
}

/** The functions that must be called. A model of word pairs cannot decide whether to call one. */
function requiredFunctions({ tools = [], tool_choice: choice, parallel_tool_calls: isParallel = true }: ChatRequest) {
  const functions = tools.map((tool) => tool.function);
  if (typeof choice === "object") return functions.filter(({ name }) => name === choice.function.name);
  return choice === "required" ? functions.slice(0, isParallel ? functions.length : 1) : [];
}

/** The schema with a limit for each text and number that has none. */
function withLimits(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLimits);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withLimits(value)]));
  if ("enum" in inner) return inner;
  if (inner.type === "integer" || inner.type === "number") return { enum: numbers };
  return inner.type === "string" ? { type: "string", maxLength: longestText } : inner;
}

/** The schema of the whole answer, if the request asks for JSON. */
function answerSchema({ response_format: format }: ChatRequest): Record<string, unknown> | undefined {
  if (format === undefined || format.type === "text") return undefined;
  const usual = { type: "object", properties: { answer: { type: "string" } } };
  return z.record(z.string(), z.unknown()).parse(withLimits(format.json_schema?.schema ?? usual));
}

export interface RealModel extends Engine {
  close(): Promise<void>;
}

/** Rejects with an InstallError if llama.cpp is not available. */
export async function startRealModel(): Promise<RealModel> {
  const model = await loadModel();

  const answer: Answer = async ({ json }, response) => {
    const request = requestSchema.parse(json);
    const prompt = promptOf(request);
    const limit = request.max_tokens ?? 60;
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    response.writeHead(200, { "content-type": "text/event-stream" });
    const write = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    let tokens = 0;
    const complete = (options: { maxTokens: number; schema?: object }, delta: (text: string) => Record<string, unknown>) =>
      model.complete(prompt, {
        ...options,
        signal: leaving.signal,
        onText(text) {
          tokens += 1;
          write(chunk(delta(text)));
        },
      });
    const functions = requiredFunctions(request);
    for (const [index, { name, parameters = { type: "object" } }] of functions.entries()) {
      write(chunk({ tool_calls: [{ index, id: `call-${index}`, type: "function", function: { name, arguments: "" } }] }));
      const schema = z.record(z.string(), z.unknown()).parse(withLimits(parameters));
      await complete({ maxTokens: argumentTokens, schema }, (text) => ({ tool_calls: [{ index, function: { arguments: text } }] }));
    }
    const schema = answerSchema(request);
    const options = schema === undefined ? { maxTokens: limit } : { maxTokens: argumentTokens, schema };
    if (functions.length === 0) await complete(options, (content) => ({ content }));
    const read = model.countTokens(prompt);
    write(finishChunk(functions.length > 0 ? "tool_calls" : schema === undefined && tokens >= limit ? "length" : "stop"));
    write(usageChunk({ prompt_tokens: read, completion_tokens: tokens, total_tokens: read + tokens }));
    response.end("data: [DONE]\n\n");
  };

  const engine = await openEngine({ "GET /v1/models": sendJson({ data: [{ id: "bigrams" }] }), "POST /v1/chat/completions": answer });
  return {
    ...engine,
    async close() {
      engine.close();
      await model.close();
    },
  };
}
