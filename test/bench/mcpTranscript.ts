/** A fixed transcript of an agent: it makes three images, finds one of an earlier session by a word of its prompt, and varies it. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import { countTokens } from "../../src/contract/countTokens.ts";

const answerSchema = z.object({
  isError: z.optional(z.boolean()),
  content: z.array(z.looseObject({ text: z.optional(z.string()), uri: z.optional(z.string()) })),
});
type Answer = z.infer<typeof answerSchema>;

export interface TranscriptCost {
  /** Calls of tools, also those with which it waits for a task. */
  calls: number;
  /** Tokens of the tools' descriptions, the calls and their answers, all of which a model reads or writes. */
  tokens: number;
}

export async function connectAgent(args: readonly string[], folder: string): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: pathToFileURL(folder).href }] }));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: "ignore" }));
  return client;
}

const small = { size: "512", quality: "low" };

export async function measureTranscript(args: readonly string[], folder: string): Promise<TranscriptCost> {
  const earlier = await connectAgent(args, folder);
  await earlier.callTool({ name: "generate_image", arguments: { prompt: "A lighthouse at dusk", ...small } });
  await earlier.close();
  const client = await connectAgent(args, folder);
  const cost = { calls: 0, tokens: countTokens(JSON.stringify(await client.listTools())) };
  const call = async (name: string, input: Record<string, unknown>): Promise<Answer> => {
    const answer = await client.callTool({ name, arguments: input });
    cost.calls += 1;
    cost.tokens += countTokens(JSON.stringify(input)) + countTokens(JSON.stringify(answer));
    return answerSchema.parse(answer);
  };
  const generate = async (input: Record<string, unknown>): Promise<void> => {
    let answer = await call("generate_image", { ...small, ...input });
    for (;;) {
      const text = answer.content.map((part) => part.text ?? "").join("\n");
      if (answer.isError === true) throw new Error(text);
      if (text.includes(": saved")) return;
      answer = await call("get_task", { task_id: /Task (\S+):/.exec(text)?.[1] ?? "", wait_seconds: 20 });
    }
  };
  try {
    for (const prompt of ["A heron in the reeds", "A heron in flight", "A heron's nest"]) await generate({ prompt });
    const found = await call("find_results", { text: "lighthouse" });
    const uri = found.content.find((part) => part.uri !== undefined)?.uri;
    if (uri === undefined) throw new Error("The image of the earlier session was not found.");
    await generate({ prompt: "The same lighthouse in a storm", images: [path.relative(folder, new URL(uri).pathname)] });
    return cost;
  } finally {
    await client.close();
  }
}
