/** A real language model behind the built-in service answers in VS Code's own chat. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { configure } from "../commandRunner.ts";

const repository = process.env.HOST_TEST_REPOSITORY ?? "";

describe("a real language model in VS Code's chat", function () {
  // llama.cpp is installed on first use.
  this.timeout(300_000);
  let engine: ChildProcess;
  let model: vscode.LanguageModelChat;

  before(async () => {
    const program = path.join(repository, "test/providers/realModelProcess.ts");
    const started = spawn(process.env.HOST_TEST_NODE ?? "", [program], { stdio: ["pipe", "pipe", "inherit"] });
    engine = started;
    const ended = once(started, "exit").then(([code]) => Promise.reject(new Error(`The model's process ended with ${code}.`)));
    const [url] = await Promise.race([once(started.stdout.setEncoding("utf8"), "data"), ended]);
    ended.catch(() => undefined);
    const models = { bigrams: { capabilities: { tools: ["function"] } } };
    await configure("providers", { llama: { type: "openai-compatible", baseURL: `${url.trim()}/v1`, models } });
    await vscode.commands.executeCommand("generationStudio.refreshModels");
    const [found] = await vscode.lm.selectChatModels({ vendor: "generation-studio", id: "llama/bigrams" });
    assert.ok(found !== undefined);
    model = found;
  });
  after(async () => {
    await configure("providers", undefined);
    await vscode.commands.executeCommand("generationStudio.refreshModels");
    const ended = once(engine, "exit");
    engine.stdin?.end();
    await ended;
  });

  it("streams its words", async () => {
    const pieces: string[] = [];
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User("Tell me about the service.")]);
    for await (const piece of response.text) pieces.push(piece);
    assert.ok(pieces.length > 2, `${pieces.length} pieces`);
    const readme = await readFile(path.join(repository, "README.md"), "utf8");
    const words = pieces.join("").trim().split(/\s+/);
    assert.ok(words.length > 2, words.join(" "));
    for (const word of words) assert.ok(readme.includes(word), word);
  });

  it("calls a tool and continues with its result", async () => {
    const properties = { city: { type: "string" }, days: { type: "integer" } };
    const tool = { name: "get_weather", description: "Tells the weather.", inputSchema: { type: "object", properties } };
    const question = vscode.LanguageModelChatMessage.User("What is the weather in Oslo?");
    const calls: vscode.LanguageModelToolCallPart[] = [];
    const options = { tools: [tool], toolMode: vscode.LanguageModelChatToolMode.Required };
    for await (const part of (await model.sendRequest([question], options)).stream)
      if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    const [call] = calls;
    assert.ok(call !== undefined && calls.length === 1);
    assert.equal(call.name, "get_weather");
    const types = Object.entries(call.input).map(([name, value]) => [name, typeof value]);
    assert.deepEqual(Object.fromEntries(types), { city: "string", days: "number" });
    const result = new vscode.LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart("Snow and three degrees.")]);
    const dialogue = [question, vscode.LanguageModelChatMessage.Assistant([call]), vscode.LanguageModelChatMessage.User([result])];
    let answer = "";
    for await (const piece of (await model.sendRequest(dialogue, { tools: [tool] })).text) answer += piece;
    assert.ok(answer.trim().split(/\s+/).length > 2, answer);
  });
});
