/**
 * Standard clients do three turns with a tool on every type of provider that has tools: two calls, each of which is answered, then a text.
 * The upstreams record what arrives.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ProviderConfiguration } from "../../../src/contract/configuration.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { sdkPackages } from "../../../src/providers/sdkPackages.ts";
import { startServiceIn } from "../../service/serviceProcess.ts";
import { startTestService } from "../../service/testService.ts";
import { type Answer, type Engine, type ReceivedRequest, sendEvents, sendJson, startEngine } from "../engine.ts";
import { installSdkPackages } from "../sdkInstallation.ts";
import { countTurns, rain, turnClients } from "../turnClients.ts";
import * as upstreams from "../turnUpstreams.ts";

const { turnCities: cities } = upstreams;
const clientNames = Object.keys(turnClients);

const eventsOf = (upstream: upstreams.TurnUpstream, { json }: ReceivedRequest) => {
  const count = upstream.outputsIn(json).length;
  const city = cities[count];
  return city === undefined ? upstream.text : upstream.call(city, count);
};
const answerOf =
  (upstream: upstreams.TurnUpstream): Answer =>
  (request, response) =>
    sendEvents(eventsOf(upstream, request))(request, response);

/** Each turn returns all outputs so far, in order, and what came with the calls. */
function expectTurns(upstream: upstreams.TurnUpstream, requests: readonly ReceivedRequest[], name = ""): void {
  const outputs = requests.map(({ json }) => upstream.outputsIn(json));
  const counts = outputs.map(({ length }) => length);
  expect.soft(counts, name).toEqual([0, 1, 2]);
  const last = String(requests.at(-1)?.body);
  const sent = cities.map((city, index) => [outputs[2]?.[index]?.includes(rain(city)), last.includes(upstream.proof(index))]);
  expect.soft(sent, `${name}: outputs, and what came with the calls`).toEqual(cities.map(() => [true, true]));
}

type Row = (client: (typeof turnClients)[string]) => Promise<void>;

const onUpstream =
  (type: string, upstream: upstreams.TurnUpstream): Row =>
  async (client) => {
    const engine = await startEngine({ "GET /v1/models": sendJson({ data: [] }), [`POST /v1${upstream.path}`]: answerOf(upstream) });
    const provider = { type, baseURL: `${engine.url}/v1`, apiKey: "k", models: { [upstream.model]: { kinds: ["text"] } } };
    const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { p: provider } })) });
    expect(await client(service, `p/${upstream.model}`)).toBe("Done.");
    expectTurns(
      upstream,
      engine.requests.filter(({ method }) => method === "POST"),
    );
  };

/** A type that is not here does not compile. */
const types: Record<ProviderConfiguration["type"], Row | "below" | "localEngine.test.ts"> = {
  "openai-compatible": onUpstream("openai-compatible", upstreams.chatUpstream),
  openai: onUpstream("openai", upstreams.responsesUpstream("/responses")),
  anthropic: onUpstream("anthropic", upstreams.anthropicUpstream),
  google: onUpstream("google", upstreams.googleUpstream),
  "ai-sdk": "below",
  local: "localEngine.test.ts",
  async demo(client) {
    const turns = countTurns();
    const service = await startTestService({ observer: turns.observer });
    turns.expectThree(await client(service, "demo-text", 2));
  },
  async command(client) {
    const models = { cat: { kinds: ["text" as const], run: ["cat"], output: { format: "txt" } } };
    const service = await startTestService({ configuration: { providers: { programs: { type: "command", models } } } });
    await expect(client(service, "programs/cat")).rejects.toThrow("is a command, which has no tools.");
  },
};

test.each(
  Object.entries(types).flatMap(([type, row]) => (typeof row === "string" ? [] : clientNames.map((client) => ({ type, row, client })))),
)("$client on type $type", { timeout: 300_000 }, async ({ row, client }) => {
  const run = turnClients[client];
  if (run) await row(run);
  expect(run).toBeDefined();
});

const packages: Record<string, upstreams.TurnUpstream> = {
  "@ai-sdk/alibaba": upstreams.chatUpstream,
  "@ai-sdk/amazon-bedrock": upstreams.bedrockUpstream,
  "@ai-sdk/anthropic": upstreams.anthropicUpstream,
  "@ai-sdk/azure": upstreams.responsesUpstream("/responses"),
  "@ai-sdk/baseten": upstreams.chatUpstream,
  "@ai-sdk/cerebras": upstreams.chatUpstream,
  "@ai-sdk/cohere": upstreams.cohereUpstream,
  "@ai-sdk/deepinfra": { ...upstreams.chatUpstream, path: "/openai/chat/completions" },
  "@ai-sdk/deepseek": upstreams.chatUpstream,
  "@ai-sdk/fireworks": upstreams.chatUpstream,
  "@ai-sdk/gateway": upstreams.gatewayUpstream,
  "@ai-sdk/google": upstreams.googleUpstream,
  "@ai-sdk/google-vertex": upstreams.googleUpstream,
  "@ai-sdk/groq": upstreams.groqUpstream,
  "@ai-sdk/minimax": upstreams.anthropicUpstream,
  "@ai-sdk/mistral": upstreams.mistralUpstream,
  "@ai-sdk/moonshotai": upstreams.chatUpstream,
  "@ai-sdk/openai": upstreams.responsesUpstream("/responses"),
  "@ai-sdk/togetherai": upstreams.chatUpstream,
  "@ai-sdk/xai": upstreams.responsesUpstream("/responses"),
};
const baseOf = (name: string) => `/${name.replace("@ai-sdk/", "")}`;
/** Perplexity has no tools, and Hugging Face's package leaves out what functions have answered. */
const withoutTools = ["@ai-sdk/huggingface", "@ai-sdk/perplexity"];

test("every package that makes texts takes part, or is asked for nothing with tools", async () => {
  const making = Object.entries(sdkPackages).flatMap(([name, { kinds }]) => (kinds.includes("text") ? [name] : []));
  expect(making.toSorted()).toEqual([...Object.keys(packages), ...withoutTools].toSorted());
  const provider = (name: string) => ({ type: "ai-sdk", package: name, baseURL: "http://127.0.0.1:9", models: { m: { kinds: ["text"] } } });
  const providers = Object.fromEntries(withoutTools.map((name) => [baseOf(name).slice(1), provider(name)]));
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })) });
  for (const name of Object.keys(providers)) {
    for (const client of Object.values(turnClients)) await expect(client(service, `${name}/m`)).rejects.toThrow("takes no functions");
  }
});

interface EventCodec {
  EventStreamCodec: new (
    toText: (bytes: Uint8Array) => string,
    toBytes: (text: string) => Uint8Array,
  ) => { encode(message: { headers: Record<string, { type: "string"; value: string }>; body: Uint8Array }): Uint8Array };
}

/** Amazon's binary events, as its own library writes them. */
async function bedrockAnswer(upstream: upstreams.TurnUpstream): Promise<Answer> {
  const bedrock = path.join(await installSdkPackages(), "node_modules", "@ai-sdk", "amazon-bedrock", "package.json");
  const imported: unknown = createRequire(bedrock)("@smithy/eventstream-codec");
  const codec = new (imported as EventCodec).EventStreamCodec(String, Buffer.from);
  const text = (value: string) => ({ type: "string" as const, value });
  return (request, response) => {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    for (const [type = "", event] of eventsOf(upstream, request).flatMap((one) => Object.entries(one))) {
      const headers = { ":event-type": text(type), ":content-type": text("application/json"), ":message-type": text("event") };
      response.write(codec.encode({ headers, body: Buffer.from(JSON.stringify(event)) }));
    }
    response.end();
  };
}

/** A service in a process of its own, which finds the packages as if they were installed beside it. */
async function startWithPackages(): Promise<{ engine: Engine; address: { url: string; key: string } }> {
  const installed = await installSdkPackages();
  const routes = Object.entries(packages).map(async ([name, upstream]) => {
    const answer = name === "@ai-sdk/amazon-bedrock" ? await bedrockAnswer(upstream) : answerOf(upstream);
    return [`POST ${baseOf(name)}${upstream.path}`, answer] as const;
  });
  const engine = await startEngine(Object.fromEntries(await Promise.all(routes)));
  const providers = Object.entries(packages).map(([name, { model }]) => [
    baseOf(name).slice(1),
    {
      ...{ type: "ai-sdk", package: name, baseURL: `${engine.url}${baseOf(name)}`, apiKey: "k" },
      ...{ settings: { region: "us-east-1" }, models: { [model]: { kinds: ["text"] } } },
    },
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-turns-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const file = path.join(folder, "configuration.json");
  await writeFile(file, JSON.stringify({ providers: Object.fromEntries(providers) }));
  const environment = { ...process.env, NODE_PATH: path.join(installed, "node_modules") };
  return { engine, address: await startServiceIn(environment, "--config", file) };
}

/** What the packages' models do not take: the package leaves it out, so that the request is refused by its name. */
const notTaken: Readonly<Record<string, string>> = {
  "@ai-sdk/anthropic": "top_p",
  "@ai-sdk/azure": "temperature",
  "@ai-sdk/minimax": "top_p",
  "@ai-sdk/openai": "temperature",
};

type Address = Awaited<ReturnType<typeof startWithPackages>>["address"];

/** Resolves with the field that was refused. */
async function askWithLimits({ url, key }: Address, model: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ model, input: "Hello", max_output_tokens: 50, temperature: 0.25, top_p: 0.5 });
  const answer = await fetch(`${url}/api/v1/responses`, { method: "POST", headers, body });
  return ((await answer.json()) as { error?: { param: string } }).error?.param;
}

test("each client on each package of the AI SDK, which passes limits and sampling on", { timeout: 600_000 }, async () => {
  const { engine, address } = await startWithPackages();
  for (const [name, upstream] of Object.entries(packages)) {
    const model = `${baseOf(name).slice(1)}/${upstream.model}`;
    // Engines are asked for the contexts of their models, too.
    const takeRequests = () => engine.requests.splice(0).filter(({ method }) => method === "POST");
    for (const [client, run] of Object.entries(turnClients)) {
      expect.soft(await run(address, model).catch(String), `${client} on ${name}`).toBe("Done.");
      expectTurns(upstream, takeRequests(), `${client} on ${name}`);
    }
    const refused = await askWithLimits(address, model);
    expect.soft(refused, name).toBe(notTaken[name]);
    const sent = takeRequests().map(({ body }) => [":50", ":0.25", ":0.5"].map((value) => body.includes(value)));
    expect.soft(sent, name).toEqual(refused === undefined ? [[true, true, true]] : []);
  }
});
