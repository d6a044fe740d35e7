/** What standard clients and coding agents send in their second turn, with an engine that answers each request with a call until it has two. */
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, tool } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import * as z from "zod";
import { chat, start } from "../providers/compatibleService.ts";
import { type Answer, chunk, type Engine, finishChunk, sendEvents } from "../providers/engine.ts";

const callChunk = (index: number, name: string, args: string) =>
  chunk({ tool_calls: [{ index: 0, id: `engine_${index}`, type: "function", function: { name, arguments: args } }] });

/** Calls the first function that is offered, twice, then answers. */
const caller =
  (args: string): Answer =>
  (request, response) => {
    const { messages, tools } = JSON.parse(String(request.body));
    const done = messages.filter(({ role }: { role: string }) => role === "tool").length;
    const name = tools?.[0]?.function.name;
    const events =
      name !== undefined && done < 2
        ? [callChunk(done, name, args), finishChunk("tool_calls")]
        : [chunk({ content: "Done." }), finishChunk("stop")];
    return sendEvents(events)(request, response);
  };

const sentTo = (engine: Engine, index: number) =>
  JSON.parse(String(engine.requests.filter(({ path }) => path === "/v1/chat/completions").at(index)?.body));

test("the AI SDK does three turns with its defaults: it refers to earlier items", async () => {
  const { engine, service } = await start({ [chat]: caller('{"city":"Oslo"}') });
  const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const weather = tool({ description: "Weather", inputSchema: z.object({ city: z.string() }), execute: async () => "rain" });
  const { text, steps } = await generateText({
    model: provider.responses("local/llama-3"),
    system: "Be brief.",
    prompt: "How is the weather?",
    tools: { weather },
    stopWhen: isStepCount(5),
    temperature: 0.25,
  });
  expect([text, steps.length]).toEqual(["Done.", 3]);
  const last = sentTo(engine, -1);
  expect(last.temperature).toBe(0.25);
  expect(last.messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "tool"]);
  expect(last.messages[2].tool_calls).toMatchObject([{ function: { name: "weather", arguments: '{"city":"Oslo"}' } }]);
});

test("a reference to an item of another account or of no answer is refused", async () => {
  const { service } = await start({ [chat]: sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]) });
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Hi" });
  const [{ id }] = body.output as [{ id: string }];
  const ask = (reference: string) =>
    service.post("/api/v1/responses", {
      model: "local/llama-3",
      input: [
        { type: "item_reference", id: reference },
        { role: "user", content: "And now?" },
      ],
    });
  expect((await ask(id)).status).toBe(200);
  for (const unknown of [`${id}9`, id.replace(/[0-9a-f]{6}_/, "ffffff_"), "msg_1"]) {
    expect(await ask(unknown)).toMatchObject({
      status: 400,
      body: { error: { param: "input", message: expect.stringContaining("item") } },
    });
  }
});

const namespace = {
  type: "namespace",
  name: "mcp__studio",
  description: "Tools",
  tools: [{ type: "function", name: "draw", parameters: { type: "object", properties: {} } }],
};
const custom = {
  type: "custom",
  name: "apply_patch",
  description: "Edits files",
  format: { type: "grammar", syntax: "lark", definition: "start: /.+/" },
};

test("a tool of a namespace is called with its namespace, and sent back with it", async () => {
  const { engine, service } = await start({ [chat]: caller("{}") });
  const request = {
    model: "local/llama-3",
    tools: [namespace, { type: "web_search", external_web_access: false }],
    reasoning: { effort: "xhigh" },
  };
  const developer = { type: "message", role: "developer", content: [{ type: "input_text", text: "You are a coding agent." }] };
  const input: unknown[] = [developer, { role: "user", content: "Draw." }];
  for (let turn = 0; turn < 2; turn += 1) {
    const { body } = await service.post("/api/v1/responses", { ...request, input });
    const [call] = body.output as [{ call_id: string }];
    expect(call).toMatchObject({ type: "function_call", name: "draw", namespace: "mcp__studio", arguments: "{}" });
    expect(body.metadata).toEqual({ tools_left_out: "web_search" });
    input.push(call, { type: "function_call_output", call_id: call.call_id, output: "drawn" });
  }
  expect((await service.post("/api/v1/responses", { ...request, input })).body).toMatchObject({
    output: [{ content: [{ text: "Done." }] }],
  });
  const { messages, tools, reasoning_effort: effort } = sentTo(engine, -1);
  expect([tools[0].function.name, messages[0], messages[2].tool_calls[0].function.name, effort]).toEqual([
    "mcp__studio__draw",
    { role: "system", content: "You are a coding agent." },
    "mcp__studio__draw",
    "high",
  ]);
});

test("a custom tool gets a text, also in a stream", async () => {
  const { engine, service } = await start({ [chat]: caller('{"input":"*** Begin Patch"}') });
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const stream = client.responses.stream({ model: "local/llama-3", tools: [custom as never], input: "Edit." });
  const { output } = await stream.finalResponse();
  expect(output).toMatchObject([{ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" }]);
  const [call] = output as unknown as [{ call_id: string }];
  const input = [{ role: "user", content: "Edit." }, call, { type: "custom_tool_call_output", call_id: call.call_id, output: "ok" }];
  await service.post("/api/v1/responses", { model: "local/llama-3", tools: [custom], input });
  expect(sentTo(engine, -1).messages.slice(1)).toMatchObject([
    { role: "assistant", tool_calls: [{ function: { name: "apply_patch", arguments: '{"input":"*** Begin Patch"}' } }] },
    { role: "tool", content: "ok" },
  ]);
});

const shellCall = { type: "local_shell_call", call_id: "c1", status: "completed", action: { type: "exec", command: ["ls"], env: {} } };
/** As Codex, the Agents SDK and OpenAI's reference write them. */
const ofOtherTools: [name: string, items: object[], leftOut: string][] = [
  ["a search", [{ type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } }], "web_search_call"],
  ["a search in files", [{ type: "file_search_call", id: "fs_1", status: "completed", queries: ["x"], results: null }], "file_search_call"],
  [
    "a server of tools",
    [
      { type: "mcp_list_tools", id: "mcpl_1", server_label: "s", tools: [] },
      { type: "mcp_call", id: "mcp_1", server_label: "s", name: "draw", arguments: "{}", output: "drawn" },
    ],
    "mcp_list_tools, mcp_call",
  ],
  ["code", [{ type: "code_interpreter_call", id: "ci_1", container_id: "c", code: "1", outputs: [] }], "code_interpreter_call"],
  ["Codex's shell", [shellCall, { type: "function_call_output", call_id: "c1", output: "a.txt" }], "local_shell_call"],
  [
    "a patch",
    [
      { type: "apply_patch_call", call_id: "c1", operation: { type: "delete_file", path: "a.txt" } },
      { type: "apply_patch_call_output", call_id: "c1", status: "completed" },
    ],
    "apply_patch_call, apply_patch_call_output",
  ],
  ["a compacted dialogue", [{ type: "compaction", id: "cmp_1", encrypted_content: "gAAAAA" }], "compaction"],
];

test.each(ofOtherTools)("a dialogue with %s of another service goes on without it", async (_, items, leftOut) => {
  const { engine, service } = await start({ [chat]: sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]) });
  const said = [{ role: "user", content: "One" }, ...items, { role: "assistant", content: "Two" }, { role: "user", content: "Three" }];
  const { status, body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: said });
  expect([status, body.metadata]).toEqual([200, { items_left_out: leftOut }]);
  expect(sentTo(engine, -1).messages.map(({ content }: { content: string }) => content)).toEqual(["One", "Two", "Three"]);
});

test("items that are no calls, and all of them without the superset, are refused", async () => {
  const routes = { [chat]: sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]) };
  const ask = async (item: object, superset: boolean) => {
    const { service } = await start(routes, {}, {}, { superset });
    const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: [{ role: "user", content: "One" }, item] });
    return body;
  };
  const refused = { error: { param: "input", message: expect.stringContaining("input[1].type") } };
  expect(await ask({ type: "input_txt", text: "Two" }, true)).toMatchObject(refused);
  expect(await ask({ type: "web_search_call", id: "ws_1" }, false)).toMatchObject(refused);
});

const functions = ["a", "b"].map((name) => ({ type: "function", name, parameters: { type: "object", properties: {} } }));
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };

test.each<[string, object, object]>([
  [
    "allowed_tools",
    { tools: functions, tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "b" }] } },
    { tools: [{ function: { name: "b" } }], tool_choice: "required" },
  ],
  ["json_object", { text: { format: { type: "json_object" } } }, { response_format: { type: "json_object" } }],
  [
    "json_schema",
    { text: { format: { type: "json_schema", name: "city", schema, strict: true } } },
    { response_format: { type: "json_schema", json_schema: { name: "city", schema } } },
  ],
  ["sampling", { temperature: 0, top_p: 0.5, max_output_tokens: 7 }, { temperature: 0, top_p: 0.5, max_tokens: 7 }],
])("%s reaches the engine", async (_name, fields, sent) => {
  const { engine, service } = await start({ [chat]: sendEvents([chunk({ content: "{}" }), finishChunk("stop")]) });
  expect((await service.post("/api/v1/responses", { model: "local/llama-3", input: "x", ...fields })).status).toBe(200);
  expect(sentTo(engine, -1)).toMatchObject(sent);
});

test.each<[string, object, RegExp]>([
  ["file_id", { input: [{ type: "input_image", file_id: "file_1" }] }, /file_id .*file_data, file_url or image_url/],
  [
    "file_id of a message",
    { input: [{ role: "user", content: [{ type: "input_file", file_id: "file_1", filename: "a.pdf" }] }] },
    /file_id .*file_data, file_url or image_url/,
  ],
  ["temperature", { input: "x", temperature: 3 }, /temperature must be from 0 to 2/],
  [
    "allowed_tools without a function",
    { input: "x", tools: functions, tool_choice: { type: "allowed_tools", mode: "auto", tools: [] } },
    /allows none/,
  ],
])("%s is refused by name", async (_name, fields, message) => {
  const { service } = await start({});
  const { status, body } = await service.post("/api/v1/responses", { model: "local/llama-3", ...fields });
  expect([status, body]).toMatchObject([400, { error: { message: expect.stringMatching(message) } }]);
});

test.each([
  ["/api/v1/chat/completions", /api\/v1\/responses/],
  ["/v1/responses", /ends with \/api\/v1/],
  ["/api/v1/responses/resp_1/input_items", /previous_response_id/],
])("a client of another interface finds out where this one is: %s", async (path, message) => {
  const { service } = await start({}, {}, {}, { superset: false });
  expect(await service.post(path, {})).toMatchObject({ status: 404, body: { error: { message: expect.stringMatching(message) } } });
});
