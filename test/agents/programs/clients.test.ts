/** Real packages, from npm, with the built-in service as it comes: three turns with a tool each, each of them charged once. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, type LanguageModel, tool } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import * as z from "zod";
import { importPackage } from "../../../scripts/testing/installPackage.ts";
import { installOrSkip, model, openClientRun } from "./clientRun.ts";
import { unusedByPromptfoo } from "./promptfooParts.ts";

const { service, baseURL, passes, openProgram } = await openClientRun();
const sentences = ["Oslo", "Bergen"].map((city) => `[[weather {"city":"${city}"}]]`).join(" ");
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };

const versionSchema = z.object({ version: z.string() });
const versionOf = (name: string) =>
  versionSchema.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, "../../../node_modules", name, "package.json"), "utf8")))
    .version;

const compatible = createOpenAICompatible({ name: "studio", baseURL, apiKey: service.key });
const languageModels: [name: string, model: LanguageModel, needs: string][] = [
  ["@ai-sdk/openai", createOpenAI({ baseURL, apiKey: service.key }).responses(model), "`--superset` for a system prompt"],
  ["@ai-sdk/openai-compatible", compatible(model), "`--superset`"],
];

test.each(languageModels)("AI SDK: %s", async (name, languageModel, needs) => {
  const weather = tool({
    description: "Weather",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `rain in ${city}`,
  });
  await passes([`AI SDK (\`${name}\`)`, versionOf(name), needs], async () => {
    const request = { model: languageModel, system: "Be brief.", prompt: sentences, tools: { weather }, stopWhen: isStepCount(5) };
    expect((await generateText(request)).text).toBe("All done.");
  });
});

test("openai", async () => {
  const client = new OpenAI({ baseURL, apiKey: service.key });
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: sentences }];
  await passes(["`openai`", versionOf("openai"), "nothing"], async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const stream = client.responses.stream({ model, input, tools: [{ type: "function", name: "weather", parameters, strict: true }] });
      const { output, output_text: text } = await stream.finalResponse();
      if (turn === 2) expect(text).toBe("All done.");
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      for (const item of output)
        if (item.type === "function_call") input.push({ type: "function_call_output", call_id: item.call_id, output: "rain" });
    }
  });
});

test("LangChain", async () => {
  const weather = langChainTool(async ({ city }: { city: string }) => `rain in ${city}`, {
    name: "weather",
    description: "Weather",
    schema: z.object({ city: z.string() }),
  });
  const chat = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, configuration: { baseURL } }).bindTools([weather]);
  const { HumanMessage, SystemMessage, ToolMessage } = await import("@langchain/core/messages");
  const messages: InstanceType<typeof HumanMessage | typeof SystemMessage | typeof ToolMessage>[] = [
    new SystemMessage("Be brief."),
    new HumanMessage(sentences),
  ];
  await passes(
    ["LangChain (`@langchain/openai`)", versionOf("@langchain/openai"), "`useResponsesApi`; `--superset` for a system prompt"],
    async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await chat.invoke(messages);
        messages.push(answer as never);
        if (turn === 2) expect(answer.text).toBe("All done.");
        for (const call of answer.tool_calls ?? []) messages.push(new ToolMessage({ content: "rain", tool_call_id: call.id ?? "" }));
      }
    },
  );
});

interface AgentsPackage {
  Agent: new (options: object) => unknown;
  run(agent: unknown, input: string): Promise<{ finalOutput: string }>;
  tool(options: object): unknown;
  setDefaultOpenAIClient(client: unknown): void;
  setTracingDisabled(disabled: boolean): void;
}

test("agents SDK", async (context) => {
  await installOrSkip(context, "@openai/agents", "0.20.0");
  const agents = (await importPackage("@openai/agents", "0.20.0")) as AgentsPackage;
  agents.setTracingDisabled(true);
  agents.setDefaultOpenAIClient(new OpenAI({ baseURL, apiKey: service.key }));
  const weather = agents.tool({ name: "weather", description: "Weather", parameters, strict: true, execute: async () => "rain" });
  await passes(["`@openai/agents`", "0.20.0", "`setDefaultOpenAIClient`"], async () => {
    const { finalOutput } = await agents.run(
      new agents.Agent({ name: "A", instructions: "Be brief.", model, tools: [weather] }),
      sentences,
    );
    expect(finalOutput).toBe("All done.");
  });
});

/** Evaluates a conversation of three turns: the prompt of each has the calls of those before it, and what they returned. */
const evaluation = `import { pathToFileURL } from "node:url";
const { default: promptfoo } = await import(pathToFileURL(process.argv[2]).href);
const [apiBaseUrl, apiKey, id, tool, sentences] = process.argv.slice(3);
const provider = { id: "openai:responses:" + id, config: { apiBaseUrl, apiKey, tools: [JSON.parse(tool)] } };
const asked = JSON.stringify({ role: "user", content: sentences });
const returned = '{"type":"function_call_output","call_id":"{{ (turn.output | load).call_id }}","output":"rain"}';
const conversation = "[" + asked + "{% for turn in _conversation %}, {{ turn.output }}, " + returned + "{% endfor %}]";
const tests = ["Oslo", "Bergen", "All done."].map((value) => ({ vars: {}, assert: [{ type: "contains", value }] }));
const suite = { prompts: [conversation], providers: [provider], tests, nunjucksFilters: { load: "load.cjs" }, writeLatestResults: false };
const evaluated = await promptfoo.evaluate(suite, { cache: false, maxConcurrency: 1 });
const { results } = await evaluated.toEvaluateSummary();
console.log(JSON.stringify(results.map(({ success, error }) => error ?? success)));
process.exit();
`;

test("promptfoo", async (context) => {
  const version = "0.123.1";
  const modules = await installOrSkip(context, "promptfoo", version, [], unusedByPromptfoo);
  const { run, home } = await openProgram("promptfoo", {
    "work/evaluate.mjs": evaluation,
    "work/load.cjs": "module.exports = JSON.parse;\n",
  });
  const entry = path.join(modules, "promptfoo/dist/src/index.js");
  const weather = JSON.stringify({ type: "function", name: "weather", parameters, strict: true });
  const environment = { PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1", PROMPTFOO_CONFIG_DIR: home };
  const options = ["evaluate.mjs", entry, baseURL, service.key, model, weather, sentences];
  await passes(["promptfoo", version, "`apiBaseUrl`"], async () =>
    expect(await run(process.execPath, options, environment)).toContain("[true,true,true]"),
  );
}, 300_000);
