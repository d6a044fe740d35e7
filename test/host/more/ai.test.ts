/** Uses the service's models and tools in the way that VS Code's chat and agents do. */
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { toolOptions } from "../../../src/contract/fields.ts";
import { type MediaKind, mediaKinds } from "../../../src/contract/kind.ts";
import { MediaTool } from "../../../src/editor/ai/mediaTool.ts";
import type { TaskSource } from "../../../src/editor/requests/taskSource.ts";
import type { RunningService } from "../../../src/service/startService.ts";
import { writeResponseStream } from "../../ui/responseStream.ts";
import { configure } from "../commandRunner.ts";
import { otherKey, startOtherService } from "../otherService.ts";
import { probeMedia } from "../probeMedia.ts";

const vendor = "generation-studio";
const privateKey = `-----BEGIN ${"PRIVATE"} KEY-----`;
const { LanguageModelChatMessage, LanguageModelDataPart, LanguageModelTextPart } = vscode;
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
/** Different images for different texts. */
const imageOf = (text: string) => Buffer.concat([pixel, Buffer.from(text)]);

async function modelNamed(id: string): Promise<vscode.LanguageModelChat> {
  const [model] = await vscode.lm.selectChatModels({ vendor, id });
  assert.ok(model !== undefined, `${id} is not among the editor's models`);
  return model;
}

async function textOf(response: vscode.LanguageModelChatResponse): Promise<string> {
  let text = "";
  for await (const piece of response.text) text += piece;
  return text;
}

function ask(
  model: vscode.LanguageModelChat,
  text: string,
  options: vscode.LanguageModelChatRequestOptions = {},
  token?: vscode.CancellationToken,
) {
  return model.sendRequest([LanguageModelChatMessage.User(text)], options, token);
}

describe("the service's models in VS Code's chat", function () {
  this.timeout(60_000);

  before(async () => {
    await vscode.extensions.getExtension("generation-studio.generation-studio")?.activate();
    await vscode.commands.executeCommand("generationStudio.refreshModels");
  });

  it("are those that generate text, and no others", async () => {
    const models = await vscode.lm.selectChatModels({ vendor });
    const ids = models.map((model) => model.id);
    assert.ok(ids.includes("demo-text"), ids.join());
    assert.ok(!ids.includes("demo-image") && !ids.includes("flite"), ids.join());
    assert.match(models.find((model) => model.id === "demo-text")?.name ?? "", /demo/);
  });

  it("stream an answer to a dialogue", async () => {
    const model = await modelNamed("demo-text");
    const response = await model.sendRequest([
      LanguageModelChatMessage.User("My word is lighthouse."),
      LanguageModelChatMessage.Assistant("I keep it."),
      LanguageModelChatMessage.User("Repeat my word in a sentence."),
    ]);
    const pieces: string[] = [];
    for await (const piece of response.text) pieces.push(piece);
    assert.ok(pieces.length > 3, `${pieces.length} pieces`);
    assert.match(pieces.join(""), /my word in a sentence/);
  });

  it("are sent images, and report too many images as an error", async () => {
    const model = await modelNamed("demo-text");
    const withImages = (count: number) =>
      LanguageModelChatMessage.User([
        new LanguageModelTextPart("What is attached?"),
        ...Array.from({ length: count }, () => LanguageModelDataPart.image(pixel, "image/png")),
      ]);
    assert.match(await textOf(await model.sendRequest([withImages(1)])), /1 (?:image|picture|file)|image\/png|1 × 1/i);
    await assert.rejects(async () => textOf(await model.sendRequest([withImages(11)])), /at most 10 files/);
  });

  it("take the request's fields as options, and show the sources of a web search", async () => {
    const model = await modelNamed("demo-text");
    const text = await textOf(await ask(model, "What is new about lighthouses?", { modelOptions: { tools: [{ type: "web_search" }] } }));
    assert.match(text, /\*\*Sources\*\*\n\n1\. \[.+\]\(<https?:/);
    await assert.rejects(
      async () => textOf(await ask(model, "Hello", { modelOptions: { reasoning: { effort: "extreme" } } })),
      /model options/,
    );
  });

  it("call a tool of VS Code, and answer with its result", async () => {
    const model = await modelNamed("demo-text");
    const weather = {
      name: "get_weather",
      description: "Tells the weather.",
      inputSchema: { type: "object", properties: { city: { type: "string" } } },
    };
    const question = LanguageModelChatMessage.User("What is the weather in Oslo?");
    const calls: vscode.LanguageModelToolCallPart[] = [];
    for await (const part of (await model.sendRequest([question], { tools: [weather] })).stream)
      if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    const [call] = calls;
    assert.ok(call !== undefined && calls.length === 1);
    assert.equal(call.name, "get_weather");
    assert.deepEqual(Object.keys(call.input), ["city"]);
    const result = new vscode.LanguageModelToolResultPart(call.callId, [new LanguageModelTextPart("Snow and 3 degrees")]);
    const dialogue = [question, LanguageModelChatMessage.Assistant([call]), LanguageModelChatMessage.User([result])];
    assert.match(await textOf(await model.sendRequest(dialogue, { tools: [weather] })), /Snow and 3 degrees/);
  });

  it("send nothing that would exceed the user's budget, unless the user agrees", async () => {
    const model = await modelNamed("demo-text");
    const answer = async () => textOf(await ask(model, "Repeat exactly: a heron."));
    try {
      // Modal questions are cancelled here.
      for (const budget of [{ day: 0 }, { month: 0 }]) {
        await configure("budget", budget);
        await configure("unit", "demo credits");
        await assert.rejects(answer, /Your budget is used up, so nothing was sent/);
        await configure("unit", undefined);
        assert.match(await answer(), /a heron/, "The demo is free.");
      }
      await configure("budget", { day: 1000, month: 1000 });
      assert.match(await answer(), /a heron/);
    } finally {
      await configure("unit", undefined);
      await configure("budget", undefined);
    }
  });

  it("end the request when the caller cancels", async () => {
    const begun = writeResponseStream([{ kind: "text", text: "Once upon a time", open: true }], "open");
    await withSilentService(
      (response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(begun),
      async (isLeft) => {
        const source = new vscode.CancellationTokenSource();
        const response = await ask(await modelNamed("demo-text"), "Tell a story.", {}, source.token);
        await assert.rejects(async () => {
          for await (const _ of response.text) source.cancel();
        });
        await isLeft;
      },
    );
  });

  it("deliver a tool call while the model is still writing", async () => {
    const draw = (what: string) => ({ kind: "call", name: "draw", input: { what } }) as const;
    const begun = writeResponseStream([draw("heron"), { ...draw("pond"), open: true }], "open");
    await withSilentService(
      (response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(begun),
      async (isLeft) => {
        const source = new vscode.CancellationTokenSource();
        const { stream } = await ask(await modelNamed("demo-text"), "Draw.", {}, source.token);
        const calls: unknown[] = [];
        await assert.rejects(async () => {
          for await (const part of stream) {
            if (part instanceof vscode.LanguageModelToolCallPart) calls.push([part.name, part.input]);
            source.cancel();
          }
        });
        assert.deepEqual(calls, [["draw", { what: "heron" }]]);
        await isLeft;
      },
    );
  });

  it("are sent images that a tool returned, after all of its outputs", async () => {
    const answer = writeResponseStream([{ kind: "text", text: "A heron." }], "completed");
    const bodies: string[] = [];
    await withSilentService(
      (response, body) => {
        bodies.push(body);
        response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
      },
      async () => {
        const calls = ["one", "two"].map((id) => new vscode.LanguageModelToolCallPart(id, "draw", {}));
        const results = calls.map(
          ({ callId }) =>
            new vscode.LanguageModelToolResultPart(callId, [
              new LanguageModelTextPart(`drawn ${callId}`),
              LanguageModelDataPart.image(imageOf(callId), "image/png"),
            ]),
        );
        const model = await modelNamed("demo-text");
        const messages = [
          LanguageModelChatMessage.User("Draw."),
          LanguageModelChatMessage.Assistant(calls),
          LanguageModelChatMessage.User(results),
        ];
        await textOf(await model.sendRequest(messages, {}));
        const { input } = z.object({ input: z.array(z.looseObject({})) }).parse(JSON.parse(bodies[0] ?? ""));
        const caption = { type: "input_text", text: "The image of a tool's result:" };
        const address = (text: string) => `data:image/png;base64,${imageOf(text).toString("base64")}`;
        const sentImage = (text: string) => ({ role: "user", content: [caption, { type: "input_image", image_url: address(text) }] });
        assert.deepEqual(input.slice(3), [
          { type: "function_call_output", call_id: "one", output: "drawn one" },
          { type: "function_call_output", call_id: "two", output: "drawn two" },
          sentImage("one"),
          sentImage("two"),
        ]);
      },
    );
  });

  it("report the reasoning of a model beside its text, where VS Code has parts for it", async () => {
    const answer = writeResponseStream(
      [
        { kind: "reasoning", text: "It has a lamp." },
        { kind: "text", text: "A lighthouse." },
      ],
      "completed",
    );
    await withSilentService(
      (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(answer),
      async () => {
        const { stream } = await ask(await modelNamed("demo-text"), "What is it?");
        const found: unknown[] = [];
        for await (const part of stream)
          found.push(part instanceof LanguageModelTextPart ? { text: part.value } : { thought: Reflect.get(Object(part), "value") });
        assert.deepEqual(found, [{ thought: "It has a lamp." }, { text: "A lighthouse." }]);
      },
    );
  });

  it("count tokens by the length of the text", async () => {
    const model = await modelNamed("demo-text");
    assert.equal(await model.countTokens("x".repeat(400)), 100);
  });

  it("count the tokens of calls and results of tools", async () => {
    const model = await modelNamed("demo-text");
    const call = new vscode.LanguageModelToolCallPart("one", "read", { path: "x".repeat(389) });
    assert.equal(await model.countTokens(LanguageModelChatMessage.Assistant([call])), 101);
    const result = new vscode.LanguageModelToolResultPart("one", [
      new LanguageModelTextPart("x".repeat(400)),
      LanguageModelDataPart.image(pixel, "image/png"),
    ]);
    assert.equal(await model.countTokens(LanguageModelChatMessage.User([result])), 1100);
  });

  describe("with another service", () => {
    let service: RunningService;

    before(async () => {
      service = await startOtherService({ faults: true });
      await configure("baseUrl", service.url);
    });
    after(async () => {
      await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
      await configure("baseUrl", undefined);
      await service.close();
    });

    it("are not listed, and the service is not queried, while the key is missing", async () => {
      assert.deepEqual(await vscode.lm.selectChatModels({ vendor }), []);
    });

    describe("and its key", () => {
      before(async () => {
        const changed = new Promise((resolve) => vscode.lm.onDidChangeChatModels(resolve));
        await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
        await changed;
      });

      it("are listed without the demo label", async () => {
        assert.equal((await modelNamed("demo-text")).name, "demo-text");
      });

      for (const cut of ["fault-truncated", "fault-reset"])
        it(`fetch the rest of an answer that was cut (${cut})`, async () => {
          assert.match(
            await textOf(await ask(await modelNamed(cut), "A list of three fruits")),
            /the built-in model of Generation Studio\.\*\s*$/,
          );
        });

      const sentences = {
        "fault-400": /does not offer this model/,
        "fault-quota": /balance is used up/,
        "fault-429": /request limit/,
        "fault-500": /failed to generate/,
        "fault-incomplete": /cut off/,
      };
      for (const [id, sentence] of Object.entries(sentences))
        it(`report an error in a sentence (${id})`, async () => {
          await assert.rejects(async () => textOf(await ask(await modelNamed(id), "Hello")), sentence);
        });
    });
  });
});

describe("the tools for agents", function () {
  this.timeout(90_000);

  it("accept the fields that the service accepts", () => {
    for (const kind of mediaKinds) {
      const tool = vscode.lm.tools.find(({ name }) => name === toolName(kind));
      assert.ok(tool !== undefined, kind);
      const { properties = {} } = (tool.inputSchema ?? {}) as { properties?: Record<string, unknown> };
      assert.deepEqual(Object.keys(properties).sort(), ["model", "prompt", ...toolOptions(kind).map(({ name }) => name)].sort());
    }
  });

  const examples = {
    image: { input: { prompt: "A lighthouse for an agent", model: "demo-image", size: "512x512" }, media: [512, 512] },
    audio: { input: { prompt: "An agent speaks.", voice: "slt", format: "wav" }, media: [undefined, undefined] },
    video: { input: { prompt: "A lighthouse for an agent", quality: "480p", duration: 1 }, media: [854, 480] },
  };
  for (const kind of mediaKinds) {
    it(`generate a file of kind ${kind} in the workspace`, async () => {
      const { input, media } = examples[kind];
      const result = await invoke(kind, input);
      const [account, image] = result.content;
      assert.ok(account instanceof LanguageModelTextPart);
      const [, name = ""] = /^Saved (\S+) \(/.exec(account.value) ?? [];
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
      const { seconds = 1, kind: found, width, height } = await probeMedia(path.join(folder, name));
      assert.deepEqual([found, width, height], [kind, ...media], account.value);
      assert.ok(seconds > 0.3);
      assert.equal(image instanceof LanguageModelDataPart && image.mimeType === "image/png", kind === "image");
    });
  }

  it("refuse an invalid prompt, and return the service's error in a sentence", async () => {
    await assert.rejects(async () => invoke("image", { prompt: "" }));
    await assert.rejects(async () => invoke("image", { prompt: "A lighthouse", model: "no-such-model" }), /does not offer this model/);
    await assert.rejects(
      async () => invoke("image", { prompt: `A banner with ${privateKey}` }),
      /`prompt` contains a private key, which is not sent/,
    );
  });

  it("refuse in Restricted Mode, before anything is asked or sent", async () => {
    const tool = new MediaTool({} as TaskSource, "image", () => false);
    const input = { prompt: "A lighthouse" };
    const token = new vscode.CancellationTokenSource().token;
    await assert.rejects(() => tool.prepare(input), /Restricted Mode/);
    await assert.rejects(() => tool.invoke(input, token), /Restricted Mode/);
  });

  it("end the request when the agent cancels", async () => {
    const source = new vscode.CancellationTokenSource();
    await withSilentService(
      () => source.cancel(),
      async (isLeft) => {
        await assert.rejects(async () => invoke("video", { prompt: "A clip", model: "any" }, source.token), /[Cc]ancel/);
        await isLeft;
      },
    );
  });
});

/**
 * Runs with a service that never ends its answer to a request; `begin` gets the answer and the request's body.
 * `isLeft`: the client has disconnected.
 */
async function withSilentService(
  begin: (response: ServerResponse, body: string) => unknown,
  run: (isLeft: Promise<void>) => Promise<void>,
): Promise<void> {
  const isLeft = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      const model = { id: "demo-text", object: "model", capabilities: { kinds: ["text"], tools: ["function"], input: ["image"] } };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ object: "list", data: [model] }));
      return;
    }
    response.once("close", () => isLeft.resolve());
    void text(request).then((body) => begin(response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await configure("baseUrl", `http://127.0.0.1:${port}`);
  try {
    await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
    await run(isLeft.promise);
  } finally {
    await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
    await configure("baseUrl", undefined);
    await vscode.commands.executeCommand("generationStudio.refreshModels");
    server.close();
  }
}

function invoke(kind: MediaKind, input: object, token?: vscode.CancellationToken) {
  return vscode.lm.invokeTool(toolName(kind), { input, toolInvocationToken: undefined }, token);
}

function toolName(kind: MediaKind): string {
  return { image: "generationStudio_generateImage", audio: "generationStudio_generateAudio", video: "generationStudio_generateVideo" }[
    kind
  ];
}
