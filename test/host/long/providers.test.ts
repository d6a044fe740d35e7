/** Real engines behind the built-in service: a setting and a key, changed while the service runs. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { SettingProvider } from "../../../src/contract/configuration.ts";
import { demoModels } from "../../../src/demo/capabilities.ts";
import { offeredActions } from "../../../src/editor/provider/manageProviders.ts";
import { writeBigramModel } from "../../providers/bigramModel.ts";
import { chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";
import { type ModelEngine, openOllama } from "../../providers/modelEngines.ts";
import { configure, onlyArtifact, runTasks } from "../commandRunner.ts";
import { completionsAt, until } from "../languageSupport.ts";
import { acceptSteps, leaveStep } from "../stepPicker.ts";

const vendor = "generation-studio";
const hello = [chunk({ role: "assistant", content: "Hello " }), chunk({ content: "from the engine" }), finishChunk("stop")];
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const command = <Result>(name: string, ...values: unknown[]) =>
  vscode.commands.executeCommand<Result>(`generationStudio.${name}`, ...values);

/** The bytes without the metadata on their origin. */
function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)];
  for (let at = 8; at < png.byteLength; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) !== "iTXt") kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

async function modelIds(): Promise<string[]> {
  return (await vscode.lm.selectChatModels({ vendor })).map(({ id }) => id);
}

/** VS Code asks for the list again after a change, so it is late. */
const listsModels = (isExpected: (ids: readonly string[]) => boolean) => until(async () => isExpected(await modelIds()));

/** Missing in the types of VS Code 1.106, so they may be undefined. */
async function capabilitiesOf(id: string): Promise<unknown> {
  const [model] = await vscode.lm.selectChatModels({ vendor, id });
  return model && "capabilities" in model ? JSON.parse(JSON.stringify(model.capabilities)) : undefined;
}

async function ask(id: string, text: string): Promise<string> {
  const [model] = await vscode.lm.selectChatModels({ vendor, id });
  assert.ok(model !== undefined, `${id} is not among ${(await modelIds()).join()}`);
  let answer = "";
  for await (const piece of (await model.sendRequest([vscode.LanguageModelChatMessage.User(text)])).text) answer += piece;
  return answer;
}

/** Far above the normal CPU time; work that is quadratic in the number of models exceeds it. Other processes are not counted. */
async function limited<Result>(what: string, run: () => PromiseLike<Result>): Promise<Result> {
  const start = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(start);
  const taken = (user + system) / 1000;
  assert.ok(taken < 5000, `${what} took ${Math.round(taken)} ms`);
  return result;
}

describe("the providers of the setting", function () {
  this.timeout(60_000);
  let engine: Engine;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-providers-"));
    engine = await openEngine({
      "GET /v1/models": sendJson({ data: [{ id: "llama-3" }, { id: "sd-turbo" }] }),
      "POST /v1/chat/completions": sendEvents(hello),
      "POST /v1/images/generations": sendJson({ created: 1, data: [{ b64_json: pixel }] }),
    });
    await command("refreshModels");
  });
  after(async () => {
    await configure("providers", undefined);
    engine.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await command("refreshModels");
  });

  /** Models for audio and video, which the engines of these tests do not make. */
  /** Besides what replaces nothing of a provider, the upscaler is always there. */
  const upscalers = 1;
  const demos = demoModels.filter(({ kind }) => kind === "audio" || kind === "video").length + upscalers;

  const configureEngine = () => configure("providers", { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } });

  it("replace the demo for the kinds that they make, without a reload", async () => {
    await listsModels((ids) => ids.includes("demo-text"));
    await configureEngine();
    assert.equal(await command("refreshModels"), 2 + demos);
    await listsModels((ids) => ids.join() === "local/llama-3");
    assert.equal(await ask("local/llama-3", "Hello"), "Hello from the engine");
    const image = { prompt: "A pixel", model: "local/sd-turbo", options: { size: "512x512" }, folder, show: false };
    const saved = await readFile(onlyArtifact(await runTasks("generateImage", image)));
    assert.equal(withoutTexts(saved).toString("base64"), pixel);
  });

  it("are asked again when the user refreshes the models, however new their lists are", async () => {
    const others = demoModels.filter(({ kind }) => kind !== "text").length + upscalers;
    let listed = ["first"];
    const growing = await openEngine({ "GET /v1/models": (...call) => sendJson({ data: listed.map((id) => ({ id })) })(...call) });
    await configure("providers", { local: { type: "openai-compatible", baseURL: `${growing.url}/v1` } });
    assert.equal(await command("refreshModels"), 1 + others);
    listed = ["first", "second"];
    assert.equal(await command("refreshModels"), 2 + others);
    growing.close();
  });

  it("list their models' capabilities in VS Code's chat, and call its tools", async () => {
    const call = { index: 0, id: "call-1", type: "function", function: { name: "add", arguments: '{"a":1,' } };
    const rest = { index: 0, function: { arguments: '"b":2}' } };
    const caller = await openEngine({
      "GET /v1/models": sendJson({ data: [{ id: "agent" }, { id: "talker" }] }),
      "POST /v1/chat/completions": sendEvents([chunk({ tool_calls: [call] }), chunk({ tool_calls: [rest] }), finishChunk("tool_calls")]),
    });
    const agent = { capabilities: { tools: ["function"], context: 8192, input: ["image"] } };
    await configure("providers", { local: { type: "openai-compatible", baseURL: `${caller.url}/v1`, models: { agent } } });
    await command("refreshModels");
    const [model] = await vscode.lm.selectChatModels({ vendor, id: "local/agent" });
    assert.ok(model !== undefined);
    assert.equal(model.maxInputTokens, 8192 - 2048);
    assert.deepEqual(await capabilitiesOf("local/agent"), { supportsImageToText: true, supportsToolCalling: true });
    assert.deepEqual(await capabilitiesOf("local/talker"), { supportsImageToText: false, supportsToolCalling: false });
    const tool = { name: "add", description: "Adds.", inputSchema: { type: "object" } };
    const messages = [vscode.LanguageModelChatMessage.User("1 + 2?")];
    const options = { tools: [tool], toolMode: vscode.LanguageModelChatToolMode.Required };
    const calls: unknown[] = [];
    for await (const part of (await model.sendRequest(messages, options)).stream)
      calls.push(part instanceof vscode.LanguageModelToolCallPart ? [part.name, part.input] : part);
    assert.deepEqual(calls, [["add", { a: 1, b: 2 }]]);
    assert.equal(caller.requests.at(-1)?.json.tool_choice, "required");
    caller.close();
  });

  it("store changes of a model in the setting, and the service applies them", async () => {
    const listed = () => vscode.workspace.getConfiguration("generationStudio").get<Record<string, object>>("providers")?.local;
    await configureEngine();
    await command("refreshModels");
    await command("setModelAbility", { model: "local/llama-3" }, { kind: "image", can: "yes" });
    const plain = { type: "openai-compatible", baseURL: `${engine.url}/v1` };
    assert.deepEqual(listed(), { ...plain, models: { "llama-3": { kinds: ["text", "image"] } } });
    await command("refreshModels");
    await command("setModelAbility", { model: "local/llama-3" }, { kind: "text", can: "no" });
    assert.deepEqual(listed(), { ...plain, models: { "llama-3": { kinds: ["image"] } } });
    await command("refreshModels");
    await listsModels((ids) => ids.every((id) => !id.includes("/")));
    await command("setModelAbility", { model: "local/llama-3" }, { kind: "text" });
    assert.deepEqual(listed(), plain);
    await command("refreshModels");
    await listsModels((ids) => ids.join() === "local/llama-3");
  });

  it("do not affect a running task when they change", async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = await openEngine({
      "GET /v1/models": sendJson({ data: [{ id: "sd-turbo" }] }),
      "POST /v1/images/generations": async (request, response) => {
        arrived.resolve();
        await released.promise;
        await sendJson({ created: 1, data: [{ b64_json: pixel }] })(request, response);
      },
    });
    await configure("providers", { slow: { type: "openai-compatible", baseURL: `${slow.url}/v1` } });
    await command("refreshModels");
    const making = runTasks("generateImage", { prompt: "A", model: "slow/sd-turbo", options: { size: "512x512" }, folder, show: false });
    await arrived.promise;
    await configureEngine();
    assert.equal(await command("refreshModels"), 2 + demos);
    released.resolve();
    onlyArtifact(await making);
    assert.equal(slow.countOf("/v1/images/generations"), 1);
    slow.close();
  });

  it("stay unchanged while the setting is invalid", async () => {
    await configureEngine();
    await command("refreshModels");
    await configure("providers", { local: { type: "openai-compatible" } });
    assert.equal(await command("refreshModels"), 2 + demos);
    assert.equal(await ask("local/llama-3", "Hello"), "Hello from the engine");
  });

  describe("that download models", () => {
    let ollama: ModelEngine;
    before(async () => {
      ollama = await openOllama();
      await configure("providers", { ollama: { type: "openai-compatible", baseURL: `${ollama.url}/v1` } });
      await command("refreshModels");
    });
    after(async () => {
      ollama.close();
      await configure("providers", undefined);
      await configure("defaultModels", undefined);
    });

    it("get a model, which is the default for text then and can be used at once", async () => {
      assert.equal(await command("getModel", { download: "qwen3:4b" }), "ollama/qwen3:4b");
      assert.deepEqual(vscode.workspace.getConfiguration("generationStudio").get("defaultModels"), { text: "ollama/qwen3:4b" });
      assert.equal(await ask("ollama/qwen3:4b", "Hello"), "Hello");
    });

    it("offer the first of the well-known models", async () => {
      ollama.downloaded.delete("qwen3:4b");
      assert.equal(await acceptSteps(command("getModel", { name: "ollama" })), "ollama/qwen3:4b");
    });

    it("select nothing if the download fails, and complete it the next time", async () => {
      for (const next of ["break", "fail"] as const) {
        ollama.next = next;
        assert.equal(await command("getModel", { download: "gemma3:1b" }), undefined);
      }
      await listsModels((ids) => !ids.includes("ollama/gemma3:1b"));
      ollama.next = "complete";
      assert.equal(await command("getModel", { download: "gemma3:1b" }), "ollama/gemma3:1b");
    });

    it("are not added, and do not change the chat, unless a model is downloaded with them", async () => {
      const configured = vscode.workspace.getConfiguration("generationStudio").get("providers");
      const offered = await openOllama(11434);
      await configure("providers", undefined);
      await configure("defaultModels", undefined);
      await command("refreshModels");
      const state = () => {
        const { globalValue: providers } = vscode.workspace.getConfiguration("generationStudio").inspect("providers") ?? {};
        return { providers, defaults: vscode.workspace.getConfiguration("generationStudio").get("defaultModels") };
      };
      const before = state();
      try {
        for (const [downloads, next] of (["fail", "break"] as const).entries()) {
          offered.next = next;
          // An engine that has just started is found a little later; until then, an installation is offered.
          await until(async () => {
            assert.equal(await leaveStep(command("getModel", { name: "ollama", download: "gemma3:1b" })), undefined);
            return offered.countOf("/api/pull") > downloads;
          });
          assert.deepEqual(state(), before, next);
        }
        assert.equal(await leaveStep(command("getModel", { name: "ollama" })), undefined);
        assert.deepEqual(state(), before, "left");
        await listsModels((ids) => ids.includes("demo-text"));
        offered.next = "complete";
        assert.equal(await command("getModel", { name: "ollama", download: "gemma3:1b" }), "ollama/gemma3:1b");
        assert.notDeepEqual(state(), before);
      } finally {
        offered.close();
        await configure("defaultModels", undefined);
        await configure("providers", configured);
        await command("refreshModels");
      }
    });

    it("stay as the user has changed them during a download that fails", async () => {
      const configured = vscode.workspace.getConfiguration("generationStudio").get("providers");
      const offered = await openOllama(11434);
      offered.next = "hold";
      await configure("providers", undefined);
      await command("refreshModels");
      try {
        let download: Promise<unknown> = Promise.resolve();
        let isOver = true;
        // As above: until the engine is found, an installation is offered.
        await until(() => {
          if (isOver) {
            isOver = false;
            download = leaveStep(command("getModel", { name: "ollama", download: "gemma3:1b" })).finally(() => (isOver = true));
          }
          return offered.countOf("/api/pull") > 0;
        });
        const changed = {
          ollama: { type: "openai-compatible", baseURL: `${offered.url}/v1`, models: { "gemma3:1b": { kinds: ["text"] } } },
        };
        await configure("providers", changed);
        offered.close();
        assert.equal(await download, undefined);
        assert.deepEqual(vscode.workspace.getConfiguration("generationStudio").get("providers"), changed);
      } finally {
        offered.close();
        await configure("providers", configured);
        await command("refreshModels");
      }
    });

    it("download nothing for the engine of the extension without a yes", async () => {
      // Dialogs are cancelled at once here.
      const before = vscode.workspace.getConfiguration("generationStudio").get("providers");
      const file = path.join(await mkdtemp(path.join(tmpdir(), "model-")), "small.gguf");
      await writeFile(file, writeBigramModel("The house is red."));
      await configure("providers", { own: { type: "local" } });
      assert.equal(await command("getModel", { name: "own", download: file }), undefined);
      assert.deepEqual(vscode.workspace.getConfiguration("generationStudio").get("providers"), { own: { type: "local" } });
      await configure("providers", before);
      await command("refreshModels");
      await rm(path.dirname(file), { recursive: true });
    });

    it("unload a model", async () => {
      assert.ok(ollama.loaded.has("llama3.2:1b"));
      await command("unloadModel", { model: "ollama/llama3.2:1b" });
      assert.ok(!ollama.loaded.has("llama3.2:1b"));
    });
  });

  describe("by command", () => {
    const key = "provider-key-0123456789";
    let guarded: Engine;

    before(async () => {
      await configure("providers", undefined);
      guarded = await openEngine({
        "GET /v1/models": (request, response) => {
          const isKnown = request.headers.authorization === `Bearer ${key}`;
          return sendJson(isKnown ? { data: [{ id: "chat" }] } : {}, isKnown ? 200 : 401)(request, response);
        },
      });
    });
    after(async () => {
      guarded.close();
      await configure("providers", undefined);
    });

    it("are added with a key, which is not in a setting and is sent only to its origin", async () => {
      const given = { preset: "other", name: "guarded", baseURL: `${guarded.url}/v1`, apiKey: key };
      assert.equal(await command("addProvider", given), "guarded");
      const setting = vscode.workspace.getConfiguration("generationStudio").get("providers");
      assert.deepEqual(setting, { guarded: { type: "openai-compatible", baseURL: `${guarded.url}/v1` } });
      await listsModels((ids) => ids.join() === "guarded/chat");
    });

    it("offer to replace a key only where there is one, and to edit an address only where there is one", () => {
      const offered = (provider: SettingProvider, hasKey: boolean) =>
        offeredActions(provider, hasKey).map(({ label }) => label.split(") ")[1]);
      const server: SettingProvider = { type: "openai-compatible", baseURL: `${guarded.url}/v1` };
      assert.deepEqual(offered(server, false), ["Test Connection", "Set Key…", "Edit Address…", "Edit in Settings", "Remove"]);
      assert.deepEqual(offered(server, true), ["Test Connection", "Replace Key…", "Edit Address…", "Edit in Settings", "Remove"]);
      assert.deepEqual(offered({ type: "demo" }, false), ["Test Connection", "Edit in Settings", "Remove"]);
    });

    it("are tested, get another key, and report a refused key", async () => {
      assert.equal(await command("manageProviders", { name: "guarded", action: "test" }), true);
      assert.equal(await command("manageProviders", { name: "guarded", action: "replaceKey", apiKey: "wrong-key-0123456789" }), false);
      assert.equal(await command("manageProviders", { name: "guarded", action: "replaceKey", apiKey: key }), true);
    });

    it("are edited, and removed with their key", async () => {
      const other = await openEngine({ "GET /v1/models": sendJson({ data: [{ id: "other" }] }) });
      const edit = (baseURL: string) => command("manageProviders", { name: "guarded", action: "editAddress", baseURL });
      assert.equal(await edit(`${other.url}/v1`), true);
      assert.equal(
        other.requests.some(({ headers }) => headers.authorization !== undefined),
        false,
        "another origin gets no key",
      );
      other.close();
      assert.equal(await edit(`${guarded.url}/v1`), true, "the key of its origin is known still");
      assert.equal(await command("manageProviders", { name: "guarded", action: "remove", confirmed: true }), true);
      assert.deepEqual(vscode.workspace.getConfiguration("generationStudio").get("providers"), {});
      await listsModels((ids) => ids.includes("demo-text"));
    });
  });

  it("may list 500 models, and hidden models are not offered anywhere", async () => {
    const listed = Array.from({ length: 500 }, (_, index) => ({
      id: `maker-${index % 20}/model-${index}`,
      created: 1_700_000_000 + index,
      architecture: { input_modalities: ["text"], output_modalities: [index % 2 === 0 ? "text" : "image"] },
      context_length: 4096,
      supported_parameters: ["tools"],
    }));
    const many = await openEngine({ "GET /v1/models": sendJson({ data: listed }) });
    await configure("providers", { many: { type: "openai-compatible", baseURL: `${many.url}/v1` } });
    assert.equal(await command("refreshModels"), 500 + demos);
    const chatting = await limited("the list for VS Code's chat", modelIds);
    assert.equal(chatting.length, 250, "what makes images is not offered for chatting");
    await limited("the picker and the Models view", () => acceptSteps(command("findModel")));
    const document = await vscode.workspace.openTextDocument({
      language: "generation-prompt",
      content: "---\nkind: text\nmodel: \n---\nHello\n",
    });
    await vscode.window.showTextDocument(document);
    const completions = await limited("the completion", () => completionsAt(document, new vscode.Position(2, 7)));
    assert.ok(completions.includes("many/maker-0/model-0"));
    const others = many.requests.map((request) => request.path).filter((asked) => asked !== "/v1/models");
    assert.ok(others.length < 10, `no model is asked for by itself: ${others.join()}`);
    await command("hideModel", { model: "many/maker-0/model-0" });
    await listsModels(({ length }) => length === 249);
    await command("unhideModel", { model: "many/maker-0/model-0" });
    await listsModels(({ length }) => length === 250);
    many.close();
  });
});
