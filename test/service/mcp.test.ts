/** Agents against `generation-studio mcp`, with the SDK's own client. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, type ExpectStatic, test } from "vitest";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { readImageHeader } from "../../src/media/images/readImageHeader.ts";
import { startService } from "../../src/service/startService.ts";
import { type Agent, startAgent } from "./agent.ts";
import { openAgentWorkspaces } from "./agentWorkspaces.ts";
import { startHeldService } from "./heldService.ts";

const { service, makeFolder, startDemoAgent } = await openAgentWorkspaces();

/** Waits until the service's id of a task is recorded: if the process ended before, the task would not be sent again. */
function whenAccepted(expect: ExpectStatic, { client }: Agent, taskId: string): Promise<unknown> {
  return expect.poll(async () => (await client.experimental.tasks.getTask(taskId)).statusMessage).toMatch(/pending|processing/);
}

describe.concurrent("the tools", () => {
  test("are listed with strict schemas, descriptions and whether they support tasks", async ({ expect, onTestFinished }) => {
    const { client } = await startDemoAgent({ onTestFinished });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, execution }) => [name, execution?.taskSupport])).toEqual([
      ["generate_image", "optional"],
      ["generate_audio", "optional"],
      ["generate_video", "optional"],
      ["generate_text", "optional"],
      ["list_models", "forbidden"],
      ["run_prompt_document", "optional"],
      ["find_results", "forbidden"],
      ["get_task", "forbidden"],
      ["view_result", "forbidden"],
      ["delete_task", "forbidden"],
    ]);
    expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
    expect(JSON.stringify(tools)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      "list_models",
      "find_results",
      "get_task",
      "view_result",
    ]);
  });

  test("save files in the workspace, answer with links and short texts, and find the results again", async ({ expect, onTestFinished }) => {
    const messages: (string | undefined)[] = [];
    const root = makeFolder();
    const args = ["--base-url", service.url, "--data", makeFolder()];
    const agent = await startAgent({
      onTestFinished,
      args,
      roots: [root],
      key: service.key,
      onProgress: (message) => messages.push(message),
    });
    const image = await agent.call("generate_image", { prompt: "A heron", model: "demo-image", folder: "art", name: "heron" });
    expect([image.isError, image.files, image.images]).toEqual([false, [path.join(root, "art/heron.png")], []]);
    expect(readFileSync(path.join(root, "art/heron.png")).subarray(1, 4).toString()).toBe("PNG");
    expect(image.text).toMatch(/cost 0\.\d+ credits/);
    expect(image.json.length).toBeLessThanOrEqual(4000);
    expect(messages.length).toBeGreaterThan(0);
    const larger = await agent.call("generate_image", { prompt: "Enlarge it", upscale: "2", images: ["art/heron.png"], name: "large" });
    const widthOf = (file: string) => readFileSync(file).readUInt32BE(16);
    expect([larger.isError, larger.text.includes("anime4k")]).toEqual([false, true]);
    expect(widthOf(larger.files[0] ?? "")).toBe(2 * widthOf(image.files[0] ?? ""));
    const audio = await agent.call("generate_audio", { prompt: "Good morning", model: "flite", format: "wav" });
    expect(
      readFileSync(audio.files[0] ?? "")
        .subarray(0, 4)
        .toString(),
    ).toBe("RIFF");
    const answered = await agent.call("generate_text", { prompt: "Hello", model: "demo-text" });
    expect([answered.isError, answered.files, answered.text.includes("cost")]).toEqual([false, [], true]);
    const found = await agent.call("find_results", { text: "heron" });
    expect([found.files, found.text.includes("demo-image"), found.text.includes("· art/heron.png ·")]).toEqual([image.files, true, true]);
    expect((await agent.call("find_results", { text: "her", model: "demo-image", sort: "size" })).files).toEqual(image.files);
    expect((await agent.call("find_results", { text: "heron", favourites: true })).text).toBe("Nothing was found.");
    expect((await agent.call("find_results", { kind: "text" })).text).toContain("demo-text");
    const models = await agent.call("list_models", { kind: "image" });
    expect(models.text).toContain("price: input 2, output 10; cost before: 0.");
    expect(models.text).not.toContain("flite");
  });

  test("refuse what a model does not take, and a mask of another size, before anything is sent", async ({ expect, onTestFinished }) => {
    const root = makeFolder();
    for (const [name, width, height] of [["boat.png", 40, 20] as const, ["mask.png", 20, 40] as const]) {
      writeFileSync(path.join(root, name), encodePng({ width, height, channels: 3, data: new Uint8Array(width * height * 3) }));
    }
    const { call } = await startAgent({
      onTestFinished,
      args: ["--base-url", service.url, "--data", makeFolder()],
      roots: [root],
      key: service.key,
    });
    const refused = async (fields: object) => {
      const { isError, text } = await call("generate_image", { prompt: "A heron", model: "demo-image", ...fields });
      return [isError, text.split("\n")[0]];
    };
    expect(await refused({ quality: "ultra" })).toEqual([
      true,
      expect.stringContaining("does not take this quality. It takes: medium, low, high."),
    ]);
    expect(await refused({ size: "9k" })).toEqual([true, expect.stringContaining("WIDTHxHEIGHT with 64 to 2048 pixels a side")]);
    expect(await refused({ background: "transparent" })).toEqual([true, expect.stringContaining("does not take background.")]);
    const masked = { images: ["boat.png"], mask: "mask.png" };
    expect(await refused(masked)).toEqual([true, expect.stringContaining("does not have the size of the first reference image")]);
    expect((await call("find_results", { text: "heron" })).text).toBe("Nothing was found.");
  });

  test("link files only for programs that show links; the text has their paths for all", async ({ expect, onTestFinished }) => {
    for (const [name, links] of [
      ["Visual Studio Code", 1],
      ["Visual Studio Code - Insiders", 1],
      ["langchain-mcp-adapter", 0],
      ["agents", 0],
    ] as const) {
      const agent = await startDemoAgent({ onTestFinished, name });
      const made = await agent.call("generate_image", { prompt: "A heron", size: "64x64", folder: "art", name: "heron" });
      expect([name, made.files.length]).toEqual([name, links]);
      expect(made.text).toContain(path.join(agent.root, "art/heron.png"));
    }
  });

  test("show an image or its thumbnail only to the user, if that is enabled", async ({ expect, onTestFinished }) => {
    const agent = await startDemoAgent({ onTestFinished, args: ["--thumbnails"] });
    const small = await agent.call("generate_image", { prompt: "A heron", size: "64x64" });
    expect(small.images.map(({ mimeType, data }) => [mimeType, data])).toEqual([
      ["image/png", readFileSync(small.files[0] ?? "").toString("base64")],
    ]);
    const large = await agent.call("generate_image", { prompt: "A heron", size: "1024x1024" });
    const [copy] = large.images;
    expect(statSync(large.files[0] ?? "").size).toBeGreaterThan(256 * 1024);
    const bytes = Buffer.from(copy?.data ?? "", "base64");
    expect([large.images.length, copy?.mimeType, bytes.length <= 256 * 1024]).toEqual([1, "image/jpeg", true]);
    expect(readImageHeader(bytes)).toMatchObject({ format: "jpg", width: 768, height: 768 });
    // A client that reads the links intended for the model does not send their bytes to it either.
    for (const { type, annotations } of large.content)
      expect([type, annotations]).toEqual([type, type === "text" ? undefined : { audience: ["user"] }]);
  });

  test("say that a text over v2 was cut off, with what arrived", async ({ expect, onTestFinished }) => {
    const faulty = await startService({ faults: true, tokensPerSecond: 0 });
    onTestFinished(() => faulty.close());
    const args = ["--base-url", faulty.url, "--data", makeFolder()];
    const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key: faulty.key });
    const cut = await agent.call("generate_text", { prompt: "Tell me about the sea and its many fish.", model: "fault-incomplete" });
    expect([cut.isError, cut.text]).toEqual([
      true,
      expect.stringMatching(/^Task \S+: cut off, text by[\s\S]*The answer was cut off: it reached[\s\S]*\n\n.*sea/),
    ]);
  });

  test("read a long answer in parts", async ({ expect, onTestFinished }) => {
    const agent = await startDemoAgent({ onTestFinished });
    const first = await agent.call("generate_text", { prompt: "Count from 1 to 1500.", model: "demo-text" });
    expect(first.json.length).toBeLessThanOrEqual(4000);
    const [, key = "", offset = ""] = /task_id (\S+) and offset (\d+)/.exec(first.text) ?? [];
    const second = await agent.call("get_task", { task_id: key, offset: Number(offset) });
    expect([second.isError, second.json.length <= 4000, second.text === first.text]).toEqual([false, true, false]);
  });
});

describe.concurrent("prompt documents", () => {
  const documents = {
    "prompts/greet.gen.md": "---\nmodel: demo-text\nvars: { tone: friendly }\n---\nA {{tone}} greeting for {{input:Whom?}}.\n",
    "art/heron.gen.md":
      "---\nkind: image\nmodel: demo-image\nsize: 64x64\nvars: { town: Brittany }\noutput: out/heron-{{town}}\n---\nA heron in {{town}}\n",
    "node_modules/x/hidden.gen.md": "---\nmodel: demo-text\n---\nx\n",
  };

  test("are prompts with their variables as arguments, and run with them", async ({ expect, onTestFinished }) => {
    const agent = await startDemoAgent({ onTestFinished, root: makeFolder(documents) });
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name, arguments: given }) => [name, given?.map((one) => [one.name, one.required])])).toEqual([
      ["art/heron", [["town", false]]],
      [
        "prompts/greet",
        [
          ["tone", false],
          ["Whom?", true],
        ],
      ],
    ]);
    const greeting = await agent.client.getPrompt({ name: "prompts/greet", arguments: { tone: "cool", "Whom?": "Ada" } });
    expect(greeting.messages).toEqual([{ role: "user", content: { type: "text", text: "A cool greeting for Ada." } }]);
    await expect(agent.client.getPrompt({ name: "prompts/greet" })).rejects.toThrow('needs these values: "Whom?"');
    const heron = await agent.client.getPrompt({ name: "art/heron", arguments: { town: "Ghent" } });
    expect(JSON.stringify(heron.messages)).toContain("run_prompt_document");
    const run = await agent.call("run_prompt_document", { document: "art/heron.gen.md", values: { town: "Ghent" } });
    expect(run.files).toEqual([path.join(agent.root, "art/out/heron-Ghent.png")]);
    const answered = await agent.call("run_prompt_document", { document: "prompts/greet", values: { "Whom?": "Ada" } });
    expect([answered.isError, answered.text]).toEqual([false, expect.stringMatching(/^Task \S+: saved, text by demo-text.*\n\n./)]);
    const unknown = await agent.call("run_prompt_document", { document: "art/heron.gen.md", values: { colour: "red" } });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('has no value "colour"')]);
  });

  test("are a single task with all their results, which survives a restart of the server", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished, cost: 3 });
    const birds =
      "---\nkind: video\nmodel: held-video\ninterface: v2\nbatch: [{ bird: heron }, { bird: egret }]\noutput: out/{{bird}}\n---\nA {{bird}}\n";
    const [root, data] = [makeFolder({ "birds.gen.md": birds }), makeFolder()];
    const options = { onTestFinished, args: ["--base-url", held.url, "--data", data], roots: [root], key: "key" };
    const first = await startAgent({ ...options, isProcess: true });
    const taskId = await first.begin("run_prompt_document", { document: "birds.gen.md" });
    await whenAccepted(expect, first, taskId);
    await expect.poll(() => held.posted.toSorted()).toEqual(["A egret", "A heron"]);
    await expect.poll(async () => (await first.client.experimental.tasks.getTask(taskId)).statusMessage).not.toContain("submitting");
    await first.kill();
    const second = await startAgent(options);
    expect(await second.client.experimental.tasks.getTask(taskId)).toMatchObject({ taskId, status: "working" });
    const result = second.result(taskId);
    held.release();
    const { files, isError } = await result;
    expect([isError, files.length, held.posted.length]).toEqual([false, 2, 2]);
    expect(await second.client.experimental.tasks.getTask(taskId)).toMatchObject({ status: "completed" });
    await expect(second.client.experimental.tasks.cancelTask(taskId)).rejects.toThrow("The task is over: saved.");
    await expect(second.client.experimental.tasks.getTask("document+x")).rejects.toThrow("There is no task");
  });

  test("with many requests say how each of them ended, or how many are left out", async ({ expect, onTestFinished }) => {
    const birds = Array.from({ length: 20 }, (_, index) => `{ bird: heron number ${index} }`).join(", ");
    const document = `---\nkind: image\nmodel: demo-image\nsize: 64x64\nbatch: [${birds}]\noutput: out/{{bird}}\n---\nA {{bird}}\n`;
    const agent = await startDemoAgent({ onTestFinished, root: makeFolder({ "birds.gen.md": document }) });
    const { isError, text, json } = await agent.call("run_prompt_document", { document: "birds.gen.md" });
    const described = text.match(/Task \S+: saved/g)?.length ?? 0;
    expect([isError, text]).toEqual([
      false,
      expect.stringContaining(`${20 - described} more tasks are not listed here: ${20 - described} saved.`),
    ]);
    expect(text).toMatch(/\d+ more files are not listed here/);
    expect(json.length).toBeLessThanOrEqual(4000);
  });

  test("of texts of v1 are tasks of the journal, too: their answers are there after a restart", async ({ expect, onTestFinished }) => {
    const slow = await startService({ tokensPerSecond: 30, completesLeftText: async () => true });
    onTestFinished(() => slow.close());
    const twice = "---\nmodel: demo-text\nbatch: [{ whom: Ada }, { whom: Grace }]\n---\nA greeting for {{whom}}.\n";
    const args = ["--base-url", slow.url, "--data", makeFolder()];
    const options = { onTestFinished, args, roots: [makeFolder({ "greet.gen.md": twice })], key: slow.key };
    const first = await startAgent({ ...options, isProcess: true });
    const taskId = await first.begin("run_prompt_document", { document: "greet" });
    await expect.poll(async () => (await first.client.experimental.tasks.getTask(taskId)).statusMessage).toBe("text: processing");
    await first.kill();
    const second = await startAgent(options);
    expect(await second.client.experimental.tasks.getTask(taskId)).toMatchObject({ taskId, status: "working" });
    const { isError, text } = await second.result(taskId);
    expect([isError, text.match(/Task \S+: saved, text by demo-text/g)?.length]).toEqual([false, 2]);
    expect((await second.client.experimental.tasks.listTasks()).tasks).toHaveLength(2);
    await expect(second.client.experimental.tasks.cancelTask(taskId)).rejects.toThrow("The task is over: saved.");
  });
});
