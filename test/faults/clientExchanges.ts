/** Runs each of the client's exchanges with a fault at each of many byte positions. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../src/client/serviceClient.ts";
import { ServiceError } from "../../src/client/serviceError.ts";
import { type AnswerFault, answerFaults, type Fault, type FaultProxy, startFaultProxy } from "./faultProxy.ts";

/** How one exchange ended; `broken` names a guarantee of the client that was violated. */
export interface FaultRun {
  exchange: string;
  fault: Fault;
  outcome: string;
  broken: string | undefined;
}

const words = "The quick brown fox, the lazy dog and a 🦊. ".repeat(4);
const file = createHash("sha512").update("file").digest().toString("hex").repeat(8);
const fileHash = createHash("sha256").update(file).digest("hex");
const prompt = "a prompt that never comes back";

const finished = {
  id: "resp_1",
  object: "response",
  status: "completed",
  output: [{ id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: words, annotations: [] }] }],
};

function streamText(): string {
  const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const deltas = words.match(/.{1,9}/gsu) ?? [];
  return [
    event("response.created", { response: { id: "resp_1", object: "response", status: "in_progress", output: [] } }),
    event("response.output_item.added", { output_index: 0, item: { id: "msg_1", type: "message", role: "assistant", content: [] } }),
    ...deltas.map((delta) => event("response.output_text.delta", { item_id: "msg_1", output_index: 0, content_index: 0, delta })),
    event("response.completed", { response: finished }),
  ].join("");
}

/** A plain service on `node:http` that counts the requests it accepts. */
async function startPlainService() {
  let accepted = 0;
  const answers: [(request: IncomingMessage) => boolean, string, string][] = [
    [({ method, url }) => method === "POST" && url === "/api/v1/responses", "text/event-stream", streamText()],
    [({ url }) => url === "/api/v1/responses/resp_1", "application/json", JSON.stringify(finished)],
    [({ method }) => method === "POST", "application/json", JSON.stringify({ id: "task_1", polling_url: "/x" })],
    [
      ({ url }) => url === "/api/v1/images/task_1",
      "application/json",
      JSON.stringify({ id: "task_1", status: "completed", data: [{ b64_json: Buffer.from(file).toString("base64") }], usage: null }),
    ],
    [({ url }) => url === "/api/v1/models", "application/json", JSON.stringify({ object: "list", data: [{ id: "m" }] })],
  ];
  const server = createServer(async (request, response) => {
    request.on("error", () => undefined);
    request.resume();
    await once(request, "end").catch(() => undefined);
    if (!request.complete) return;
    if (request.method === "POST") accepted += 1;
    const [, type, body] = answers.find(([matches]) => matches(request)) ?? [undefined, "application/json", "{}"];
    response.writeHead(200, { "content-type": type });
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    get accepted() {
      return accepted;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type PlainService = Awaited<ReturnType<typeof startPlainService>>;

interface Exchange {
  name: string;
  /** Returns the outcome, with a violated guarantee if there is one. */
  run(client: ServiceClient, service: PlainService, folder: string): Promise<{ outcome: string; broken?: string | undefined }>;
}

const describeError = (error: unknown) => (error instanceof ServiceError ? error.kind : `not a ServiceError: ${error}`);
const isForeign = (error: unknown) => (error instanceof ServiceError ? undefined : "threw something else");

const exchanges: readonly Exchange[] = [
  {
    name: "streamResponse",
    async run(client, service) {
      const stream = client.streamResponse({ model: "m", input: prompt });
      let text = "";
      for await (const changes of stream) for (const change of changes) if (change.type === "textAppended") text += change.text;
      const { outcome, response, error } = await stream.end;
      const isWhole = response?.output?.[0]?.content?.[0]?.text === words;
      const violations = [
        outcome === "completed" && !isWhole ? "complete without all words" : undefined,
        !words.startsWith(text) ? "wrong words" : undefined,
        outcome === "aborted" ? "aborted by nobody" : undefined,
        (outcome === "failed" || outcome === "truncated") && error === undefined ? "no reason given" : undefined,
        service.accepted > 1 ? "billed twice" : undefined,
      ];
      return { outcome, broken: violations.find((violation) => violation !== undefined) };
    },
  },
  {
    name: "submitTask",
    async run(client, service) {
      try {
        const id = await client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt } });
        return { outcome: "accepted", broken: id !== "task_1" || service.accepted !== 1 ? "accepted, but not once" : undefined };
      } catch (error) {
        const isSilent = service.accepted > 0 && error instanceof ServiceError && !error.maybeAccepted;
        const twice = service.accepted > 1 ? "billed twice" : undefined;
        return { outcome: describeError(error), broken: isForeign(error) ?? twice ?? (isSilent ? "accepted, but denied" : undefined) };
      }
    },
  },
  {
    name: "pollMedia",
    async run(client, _service, folder) {
      try {
        const { files } = await client.pollMedia("image", "task_1", folder);
        const content = await readFile(files[0]?.path ?? "", "utf8");
        const isWhole = content === file && files[0]?.sha256 === fileHash && (await readdir(folder)).length === 1;
        return { outcome: "saved", broken: isWhole ? undefined : "saved, but not whole and once" };
      } catch (error) {
        const left = await readdir(folder);
        return { outcome: describeError(error), broken: isForeign(error) ?? (left.length > 0 ? "left a file" : undefined) };
      }
    },
  },
  {
    name: "listModels",
    async run(client) {
      try {
        const models = await client.listModels();
        return { outcome: "listed", broken: models[0]?.id === "m" ? undefined : "wrong models" };
      } catch (error) {
        return { outcome: describeError(error), broken: isForeign(error) };
      }
    },
  },
];

/**
 * Timeout for a silent connection. undici counts more than a second in steps, so that a delay on a busy machine does not count as
 * silence.
 */
const stallMilliseconds = 2_000;

async function runOnce(exchange: Exchange, fault: Fault): Promise<FaultRun> {
  await using service = await startPlainService();
  await using proxy: FaultProxy = await startFaultProxy(service.port);
  proxy.set(fault);
  const folder = await mkdtemp(join(tmpdir(), "client-faults-"));
  const patience = fault.kind === "stall" ? stallMilliseconds : 60_000;
  const client = createServiceClient({
    baseUrl: proxy.baseUrl,
    key: async () => "key",
    timeouts: { connect: 60_000, headers: patience, silence: patience, retry: 1, poll: 1 },
  });
  try {
    const { outcome, broken } = await exchange.run(client, service, folder);
    return { exchange: exchange.name, fault, outcome, broken };
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** At least as many bytes as the longest answer and the longest request. */
const answerBytes = 5_600;
const requestBytes = 420;
/** Exchanges at the same time: a stalled one only waits. */
const parallel = 24;

/** Faults of every kind at every `step` bytes of requests and answers, on the first connection and on all connections. */
function* allFaults(step: number): Generator<Fault> {
  for (const kind of answerFaults) {
    for (const side of ["answer", "request"] as const) {
      // Garbage in place of the rest of a request tests the service, not the client.
      if (side === "request" && kind === "garbage") continue;
      // A silent connection lasts for its whole timeout.
      const stride = kind === "stall" ? step * 4 : step;
      for (let after = 0; after <= (side === "answer" ? answerBytes : requestBytes); after += stride) {
        yield { kind, side, after, connections: 1 };
        if (after % (stride * 4) === 0 && kind !== "stall") yield { kind, side, after };
      }
    }
  }
}

export async function runClientFaults(step: number, kinds: readonly AnswerFault[] = answerFaults): Promise<FaultRun[]> {
  const waiting = exchanges.flatMap((exchange) =>
    [...allFaults(step)].filter((fault) => kinds.includes(fault.kind)).map((fault) => ({ exchange, fault })),
  );
  const runs: FaultRun[] = [];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) runs.push(await runOnce(next.exchange, next.fault));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return runs;
}
