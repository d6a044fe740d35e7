/** Standard clients that call a tool until a model writes a text. */
import { createOpenAI } from "@ai-sdk/openai";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, tool } from "ai";
import OpenAI from "openai";
import * as z from "zod";
import { importPackage } from "../../scripts/testing/installPackage.ts";
import type { TestService } from "../service/testService.ts";

type Address = Pick<TestService, "url" | "key">;

/** What the tool answers. */
export const rain = (city: unknown) => `rain in ${city}`;
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };

/** Each returns the final text. */
export const turnClients: Record<string, (service: Address, model: string) => Promise<string>> = {
  async "AI SDK"(service, model) {
    const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
    const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => rain(city) });
    const prompt = { model: provider.responses(model), prompt: "How is the weather?" };
    return (await generateText({ ...prompt, tools: { weather }, stopWhen: isStepCount(5), maxRetries: 0 })).text;
  },
  async openai(service, model) {
    const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "How is the weather?" }];
    const tools: OpenAI.Responses.Tool[] = [{ type: "function", name: "weather", parameters, strict: true }];
    for (let turn = 0; turn < 5; turn += 1) {
      const { output, output_text: text } = await client.responses.stream({ model, input, tools }).finalResponse();
      const calls = output.filter((one) => one.type === "function_call");
      if (calls.length === 0) return text;
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      for (const call of calls)
        input.push({ type: "function_call_output", call_id: call.call_id, output: rain(JSON.parse(call.arguments).city) });
    }
    return "";
  },
  async LangChain(service, model) {
    const { HumanMessage, ToolMessage } = await import("@langchain/core/messages");
    const schema = z.object({ city: z.string() });
    const weather = langChainTool(async ({ city }: { city: string }) => rain(city), { name: "weather", description: "Weather", schema });
    const configuration = { baseURL: `${service.url}/api/v1` };
    const chatModel = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, maxRetries: 0, configuration }).bindTools([
      weather,
    ]);
    const messages: InstanceType<typeof HumanMessage | typeof ToolMessage>[] = [new HumanMessage("How is the weather?")];
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await chatModel.invoke(messages);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return answer.text;
      messages.push(answer as never, ...calls.map(({ id = "", args }) => new ToolMessage({ content: rain(args.city), tool_call_id: id })));
    }
    return "";
  },
  async "Agents SDK"(service, model) {
    const agents = (await importPackage("@openai/agents", "0.20.0")) as AgentsPackage;
    agents.setTracingDisabled(true);
    const openAIClient = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const runner = new agents.Runner({ modelProvider: new agents.OpenAIProvider({ openAIClient, useResponses: true }) });
    const execute = async ({ city }: { city: string }) => rain(city);
    const weather = agents.tool({ name: "weather", description: "Weather", parameters, strict: true, execute });
    return (await runner.run(new agents.Agent({ name: "A", model, tools: [weather] }), "How is the weather?")).finalOutput;
  },
};

interface AgentsPackage {
  Agent: new (options: object) => unknown;
  OpenAIProvider: new (options: object) => unknown;
  Runner: new (options: object) => { run(agent: unknown, input: string): Promise<{ finalOutput: string }> };
  tool(options: object): unknown;
  setTracingDisabled(disabled: boolean): void;
}
