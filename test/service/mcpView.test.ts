/** The view of results, and the results as resources, with the SDK's client. */
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { buildAgentView } from "../../scripts/agentView.ts";
import { thumbnailOfKey, viewFactsKey, viewFactsSchema, viewMediaType, viewUri } from "../../src/contract/agentView.ts";
import { openAgentWorkspaces } from "./agentWorkspaces.ts";

const { makeFolder, startDemoAgent } = await openAgentWorkspaces();
const answerSchema = z.object({ _meta: z.optional(z.record(z.string(), z.unknown())) });
const image = { prompt: "A heron", size: "64x64", folder: "art", name: "heron" };

test("a client that supports views gets one for tools that generate files, with its data", async () => {
  const { html } = await buildAgentView();
  const { client, root } = await startDemoAgent({ onTestFinished, view: html, args: ["--thumbnails"] });
  const { tools } = await client.listTools();
  expect(tools.filter(({ _meta }) => _meta !== undefined).map(({ name, _meta }) => [name, _meta])).toEqual(
    ["generate_image", "generate_audio", "generate_video", "run_prompt_document"].map((name) => [name, { ui: { resourceUri: viewUri } }]),
  );
  const { contents } = await client.readResource({ uri: viewUri });
  const text = html.replace('<div id="view"', '<div id="view" data-unit="credits"');
  expect(contents).toEqual([{ uri: viewUri, mimeType: viewMediaType, text, _meta: { ui: { csp: {}, prefersBorder: true } } }]);
  expect(html).toContain("default-src 'none'; script-src 'sha256-");
  const result = await client.callTool({ name: "generate_image", arguments: image });
  const facts = viewFactsSchema.parse(answerSchema.parse(result)._meta?.[viewFactsKey]);
  const file = path.join(root, "art/heron.png");
  expect(facts).toMatchObject({ tool: "generate_image", repeats: true, waitSeconds: 50 });
  expect(facts.tasks).toMatchObject([
    {
      kind: "image",
      model: "demo-image",
      prompt: "A heron",
      state: "saved",
      cost: expect.any(Number),
      files: [{ uri: pathToFileURL(file).href, name: "heron.png", mediaType: "image/png", path: "art/heron.png" }],
    },
  ]);
  expect(JSON.stringify(result.content)).toContain(`"${thumbnailOfKey}":"${pathToFileURL(file).href}"`);
  const asked = await client.callTool({ name: "get_task", arguments: { task_id: facts.tasks[0]?.id } });
  expect(viewFactsSchema.parse(answerSchema.parse(asked)._meta?.[viewFactsKey])).toMatchObject({ repeats: false, tasks: facts.tasks });
});

test("other clients only get texts and links", async () => {
  const { client, call } = await startDemoAgent({ onTestFinished });
  expect((await client.listTools()).tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
  expect((await call("generate_image", image)).json).not.toContain(viewFactsKey);
  await expect(client.readResource({ uri: viewUri })).rejects.toThrow("There is no result");
});

test("only results are resources, not other files", async () => {
  const root = makeFolder({ ".env": "KEY=1", "notes.md": "notes" });
  const { client, call } = await startDemoAgent({ onTestFinished, root });
  const { files } = await call("generate_image", image);
  const [file = ""] = files;
  const read = (name: string) => client.readResource({ uri: pathToFileURL(name).href });
  expect((await read(file)).contents).toEqual([
    { uri: pathToFileURL(file).href, mimeType: "image/png", blob: readFileSync(file).toString("base64") },
  ]);
  for (const other of [".env", "notes.md", "art", "../x"]) await expect(read(path.join(root, other))).rejects.toThrow("There is no result");
  await expect(client.readResource({ uri: "https://example.com/x.png" })).rejects.toThrow("There is no result");
  const stranger = await startDemoAgent({ onTestFinished });
  await expect(stranger.client.readResource({ uri: pathToFileURL(file).href })).rejects.toThrow("There is no result");
  rmSync(file);
  await expect(read(file)).rejects.toThrow("There is no result");
  symlinkSync("/etc/hosts", file);
  await expect(read(file)).rejects.toThrow("is outside of the folders that are allowed");
});
