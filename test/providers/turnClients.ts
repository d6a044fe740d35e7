/** Standard clients that call a tool until a model writes a text. */
import { createOpenAI } from "@ai-sdk/openai";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, tool } from "ai";
import OpenAI from "openai";
import { expect } from "vitest";
import * as z from "zod";
import { importPackage } from "../../scripts/testing/installPackage.ts";
import { type Observer, silentObserver } from "../../src/service/observing/observer.ts";
import type { TestService } from "../service/testService.ts";

type Address = Pick<TestService, "url" | "key">;

/** What the tool answers. */
export const rain = (city: unknown) => `rain in ${city}`;
const cities = ["Oslo", "Bergen"] as const;
const city = z.enum(cities);
const parameters = { type: "object", properties: { city: { enum: cities } }, required: ["city"], additionalProperties: false };

/** In a turn of these numbers a model that cannot decide has to call, and in later ones it may not. */
export type ForcedTurns = 2 | undefined;
const choiceOf = (turn: number, forced: ForcedTurns) =>
  forced === undefined ? undefined : turn < forced ? ("required" as const) : ("none" as const);

/** Installs it on first use. */
export const importAgents = () => importPackage("@openai/agents", "0.20.0");

/** Each returns the final text. */
export const turnClients: Record<string, (service: Address, model: string, forced?: ForcedTurns) => Promise<string>> = {
  async "AI SDK"(service, model, forced) {
    const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
    const weather = tool({ inputSchema: z.object({ city }), execute: async (given) => rain(given.city) });
    const prompt = { model: provider.responses(model), prompt: "How is the weather?" };
    const prepareStep = ({ stepNumber }: { stepNumber: number }) => {
      const toolChoice = choiceOf(stepNumber, forced);
      return toolChoice === undefined ? {} : { toolChoice };
    };
    return (await generateText({ ...prompt, tools: { weather }, prepareStep, stopWhen: isStepCount(5), maxRetries: 0 })).text;
  },
  async openai(service, model, forced) {
    const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "How is the weather?" }];
    const tools: OpenAI.Responses.Tool[] = [{ type: "function", name: "weather", parameters, strict: true }];
    for (let turn = 0; turn < 5; turn += 1) {
      const choice = choiceOf(turn, forced);
      const request = { model, input, tools, ...(choice === undefined ? {} : { tool_choice: choice }) };
      const { output, output_text: text } = await client.responses.stream(request).finalResponse();
      const calls = output.filter((one) => one.type === "function_call");
      if (calls.length === 0) return text;
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      for (const call of calls)
        input.push({ type: "function_call_output", call_id: call.call_id, output: rain(JSON.parse(call.arguments).city) });
    }
    return "";
  },
  async LangChain(service, model, forced) {
    const { HumanMessage, ToolMessage } = await import("@langchain/core/messages");
    const schema = z.object({ city });
    const about = { name: "weather", description: "Weather", schema };
    const weather = langChainTool(async (given: z.infer<typeof schema>) => rain(given.city), about);
    const configuration = { baseURL: `${service.url}/api/v1` };
    const chatModel = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, maxRetries: 0, configuration });
    const messages: InstanceType<typeof HumanMessage | typeof ToolMessage>[] = [new HumanMessage("How is the weather?")];
    for (let turn = 0; turn < 5; turn += 1) {
      const choice = choiceOf(turn, forced);
      // It sends no other choice to this interface than that of a function by its name.
      const bound = chatModel.bindTools([weather], choice === "required" ? { tool_choice: "weather" } : {});
      const answer = await (choice === "none" ? chatModel : bound).invoke(messages);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return answer.text;
      messages.push(answer as never, ...calls.map(({ id = "", args }) => new ToolMessage({ content: rain(args.city), tool_call_id: id })));
    }
    return "";
  },
  async "Agents SDK"(service, model, forced) {
    const agents = (await importAgents()) as AgentsPackage;
    agents.setTracingDisabled(true);
    const openAIClient = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const runner = new agents.Runner({ modelProvider: new agents.OpenAIProvider({ openAIClient, useResponses: true }) });
    let turn = 0;
    const modelSettings = { toolChoice: choiceOf(turn, forced) };
    const execute = async (given: { city: string }) => {
      turn += 1;
      modelSettings.toolChoice = choiceOf(turn, forced);
      return rain(given.city);
    };
    const weather = agents.tool({ name: "weather", description: "Weather", parameters, strict: true, execute });
    const agent = new agents.Agent({ name: "A", model, tools: [weather], modelSettings, resetToolChoice: false });
    return (await runner.run(agent, "How is the weather?")).finalOutput;
  },
};

/** Of a model that calls because it must: it reads more in each turn, and writes words in the third. */
export function countTurns(): { observer: Observer; forget(): void; expectThree(text: string): void } {
  const read: number[] = [];
  return {
    observer: { ...silentObserver, endTask: ({ inputTokens }) => void read.push(inputTokens) },
    forget: () => void read.splice(0),
    expectThree(text) {
      expect(text).toMatch(/[a-z]+ [a-z]+/i);
      const [first = 0, second = 0, third = 0, ...others] = read.splice(0);
      expect([0 < first, first < second, second < third, others], `${first}, ${second}, ${third}`).toEqual([true, true, true, []]);
    },
  };
}

interface AgentsPackage {
  Agent: new (options: object) => unknown;
  OpenAIProvider: new (options: object) => unknown;
  Runner: new (options: object) => { run(agent: unknown, input: string): Promise<{ finalOutput: string }> };
  tool(options: object): unknown;
  setTracingDisabled(disabled: boolean): void;
}
