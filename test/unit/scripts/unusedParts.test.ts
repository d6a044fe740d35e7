/** Bundled packages work without the modules that are left out. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { unusedParts } from "../../../scripts/unusedParts.ts";

/** Bundles and runs this source. Returns its output, parsed, and the files in the bundle. */
async function runBundled(contents: string): Promise<{ printed: unknown; inputs: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-unused-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, "program.mjs");
  const { metafile } = await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: "program.mjs" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    mainFields: ["module", "main"],
    metafile: true,
    banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
    plugins: [unusedParts],
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { printed: JSON.parse(stdout), inputs: inputs.map(([file]) => file) };
}

const inFolder = (folder: string) => (file: string) => file.includes(`node_modules/${folder}/`);

test("undici sends requests, directly and through a proxy, without its web interfaces, caches and mocks", async () => {
  const server = createServer((request, response) => {
    request.on("data", () => undefined).on("end", () => response.end(`${request.method} ${request.url}`));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const { printed, inputs } = await runBundled(`
    import { Agent, ProxyAgent, request } from "undici";
    const agents = [new Agent(), new ProxyAgent({ uri: "${url}", proxyTunnel: false })];
    const texts = await Promise.all(agents.map(async (dispatcher, index) => {
      const { body } = await request(index === 0 ? "${url}/direct" : "http://service.invalid/proxied", { method: "POST", body: "text", dispatcher });
      return body.text();
    }));
    await Promise.all(agents.map((agent) => agent.close()));
    console.log(JSON.stringify(texts));`);
  expect(printed).toEqual(["POST /direct", "POST http://service.invalid/proxied"]);
  for (const folder of ["mock", "cache", "interceptor", "web/websocket"])
    expect(inputs.filter(inFolder(`undici/lib/${folder}`))).toEqual([]);
  expect(inputs.filter((file) => /node_modules.*(?:client-h2|socks5)/.test(file))).toEqual([]);
});

test("the AI SDK reads answers without the languages of zod", async () => {
  const { printed, inputs } = await runBundled(`
    import { createOpenAI } from "@ai-sdk/openai";
    const answer = { id: "1", model: "m", created: 1, choices: [{ index: 0, message: { role: "assistant", content: "A lighthouse." }, finish_reason: "stop" }] };
    const fetch = async () => Response.json(answer);
    const model = createOpenAI({ apiKey: "key", fetch }).chat("m");
    const { content } = await model.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "Where?" }] }] });
    console.log(JSON.stringify(content));`);
  expect(printed).toEqual([{ type: "text", text: "A lighthouse." }]);
  expect(inputs.filter(inFolder("zod/v4/locales"))).toEqual(["node_modules/zod/v4/locales/en.js"]);
});
