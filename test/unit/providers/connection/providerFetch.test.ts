/** The providers' `fetch` aborts answers that exceed the limit of what they contain, and keeps their files on the disk. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { createGzip, type Gzip, gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Kind } from "../../../../src/contract/kind.ts";
import { ArrivingFile } from "../../../../src/media/files/arrivingFile.ts";
import { withCall } from "../../../../src/providers/callContext.ts";
import { createProviderFetch } from "../../../../src/providers/connection/providerFetch.ts";
import type { AnsweredFile } from "../../../../src/providers/fileContent.ts";
import { collectFiles } from "../../../../src/providers/files/answeredFiles.ts";
import { ProviderError } from "../../../../src/providers/providerError.ts";

vi.mock("node:v8", { spy: true });

const mebibyte = 1024 ** 2;
const piece = Buffer.alloc(64 * 1024, "A");

interface EndlessServer {
  url: string;
  /** Resolves when the answer's connection is closed, with the number of bytes written to it. */
  closed: Promise<number>;
}

/** Writes as fast as it is read, and never ends. */
async function startEndless(
  begin: (response: ServerResponse) => void,
  { isCompressed = false, parts = piece }: { isCompressed?: boolean; parts?: Buffer } = {},
): Promise<EndlessServer> {
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const server = createServer((_, response) => {
    let sent = 0;
    response.once("close", () => resolve(sent));
    begin(response);
    const body = isCompressed ? createGzip() : response;
    if (isCompressed) pipeline(body as Gzip, response, () => undefined);
    const write = () => {
      while (!response.destroyed) {
        sent += parts.length;
        if (!body.write(parts)) return;
      }
    };
    body.on("drain", write);
    write();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, closed };
}

function fetchOf(baseURL: string) {
  const provider = createProviderFetch({ name: "p", baseURL, allowHttp: false, network: {}, takesFiles: true });
  onTestFinished(() => provider.close());
  return provider.fetch;
}

interface Endless {
  /** undefined: a list of models, or another answer of facts. */
  kind?: Kind;
  type: string;
  start?: string;
  isCompressed?: boolean;
  /** MiB. */
  limit: number;
}

const endless: Endless[] = [
  { type: "application/json", limit: 4 },
  { type: "text/html", limit: 4 },
  { type: "application/json", isCompressed: true, limit: 4 },
  { kind: "text", type: "text/event-stream", start: "data: ", limit: 24 },
  { kind: "text", type: "application/json", start: '{"text":"', limit: 24 },
  { kind: "text", type: "text/event-stream", isCompressed: true, limit: 24 },
  { kind: "image", type: "application/json", start: '{"error":"no ', limit: 4 },
  { kind: "image", type: "application/json", start: '{"data":[{"b64_json":"', limit: 128 },
  { kind: "image", type: "application/json", start: '{"data":[{"url":"data:image/png;base64,', limit: 128 },
  { kind: "image", type: "image/png", limit: 128 },
  { kind: "image", type: "application/json", isCompressed: true, limit: 4 },
  { kind: "audio", type: "audio/mpeg", limit: 512 },
  { kind: "audio", type: "text/event-stream", start: "data: 1\n\n", limit: 24 },
];

test.each(endless)("an answer of $type for $kind that begins with $start has no more than $limit MiB", async (form) => {
  const { kind, type, start, isCompressed = false, limit } = form;
  const headers = { "content-type": type, ...(isCompressed ? { "content-encoding": "gzip" } : {}) };
  const server = await startEndless(
    (response) => {
      response.writeHead(200, headers);
      if (start !== undefined && !isCompressed) response.write(start);
    },
    { isCompressed },
  );
  const read = async () => (await fetchOf(server.url)(server.url, { method: "POST", body: "{}" })).text();
  const received = kind === undefined || kind === "text" ? withCall(kind ? { kind } : {}, read) : collectFiles(kind, read);
  const error = await received.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ code: "api_error", acceptance: "maybe", message: `The answer of p is larger than ${limit} MiB.` });
  // Unread bytes are only in the buffers of the sockets.
  const sent = await server.closed;
  if (!isCompressed) expect(sent).toBeLessThan((limit + 16) * mebibyte);
});

test.each([
  { kind: "image", type: "image/png", start: "", end: "" },
  { kind: "audio", type: "audio/mpeg", start: "", end: "" },
  { kind: "audio", type: "text/event-stream", start: "", end: "" },
  { kind: "image", type: "application/json", start: '{"data":[{"b64_json":"', end: '"}]}' },
] as const)("$type of more than 2 MiB is written to the disk, also if its size is announced", async ({ kind, type, start, end }) => {
  const file = Buffer.alloc(2 * mebibyte + 4, "A");
  const body = Buffer.concat([Buffer.from(start), file, Buffer.from(end)]);
  const url = await startServer(
    (response) => void response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body),
  );
  const { result, files } = await collectFiles(kind, async () => (await fetchOf(url)(url, { method: "POST", body: "{}" })).text());
  expect(result).toBe(`${start}${[...files.keys()].join()}${end}`);
  for (const { content } of files.values()) {
    expect(content).toBeInstanceOf(ArrivingFile);
    if (content instanceof ArrivingFile) await content.close();
  }
});

// A file of less than 24 MiB in base64 is a whole event.
test.each(["text/event-stream", "application/json"])("an image in a text of the type %s is written to the disk", async (type) => {
  const file = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(17 * mebibyte, "A")]);
  const body = `data: {"url":"data:image/png;base64,${file.toString("base64")}"}\n\n`;
  const url = await startServer((response) => void response.writeHead(200, { "content-type": type }).end(body));
  const textFiles = new Map<string, AnsweredFile>();
  const read = async () => (await fetchOf(url)(url, { method: "POST", body: "{}" })).text();
  const result = await withCall({ kind: "text", textFiles }, read);
  expect(result).toBe(`data: {"url":"${[...textFiles.keys()].join()}"}\n\n`);
  for (const { content } of textFiles.values()) {
    expect(content).toBeInstanceOf(ArrivingFile);
    if (content instanceof ArrivingFile) await content.close();
  }
});

test("an answer with a larger announced size is not received at all", async () => {
  const server = await startEndless((response) => response.writeHead(200, { "content-length": String(4 * mebibyte + 1) }));
  const error = await fetchOf(server.url)(server.url, { method: "POST", body: "{}" }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: "The answer of p is larger than 4 MiB." });
  expect(await server.closed).toBeLessThan(16 * mebibyte);
});

// RFC 1952, 2.2: a file of gzip may have any number of members, each of which may be empty, and 2.3: a name of any length.
test.each([
  { name: "members", start: Buffer.alloc(0), part: gzipSync("") },
  { name: "name", start: Buffer.from("1f8b0808000000000003", "hex"), part: Buffer.from("a") },
])("gzip without content, and with $name without an end, is limited by its bytes", async ({ start, part }) => {
  const parts = Buffer.concat(Array<Buffer>(Math.ceil(piece.length / part.length)).fill(part));
  const server = await startEndless(
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.write(start);
    },
    { parts },
  );
  const error = await fetchOf(server.url)(server.url, { method: "POST", body: "{}" })
    .then((answer) => answer.text())
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: "The answer of p is larger than 4 MiB." });
  expect(await server.closed).toBeLessThan(16 * mebibyte);
});

test("of an error without an end, its start is read", async () => {
  const server = await startEndless((response) => response.writeHead(500, { "content-type": "text/plain" }));
  const answer = await fetchOf(server.url)(server.url, { method: "POST", body: "{}" });
  expect(answer.status).toBe(500);
  expect((await answer.text()).length).toBe(mebibyte / 2);
});

test("an answer with many encodings is refused", async () => {
  const server = await startEndless((response) => response.writeHead(200, { "content-encoding": Array(50).fill("gzip").join(", ") }));
  await expect(fetchOf(server.url)(server.url, { method: "POST", body: "{}" })).rejects.toThrow("content encodings");
});

const startSlow = (answer: (response: ServerResponse) => void) =>
  startServer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    answer(response);
  });

async function startServer(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

test("a model that sends its head and then reads the prompt has the configured time, even if a usual silence is shorter", async () => {
  const baseURL = await startSlow((response) => void setTimeout(() => response.end("data: [DONE]\n\n"), 600));
  const provider = createProviderFetch({ name: "p", baseURL, allowHttp: false, network: {}, silence: 200, timeout: 60_000 });
  onTestFinished(() => provider.close());
  expect(await (await provider.fetch(`${baseURL}/x`, { method: "POST", body: "{}" })).text()).toContain("[DONE]");
});

test("a longer silence after the head is an error", async () => {
  const baseURL = await startSlow(() => undefined);
  const provider = createProviderFetch({ name: "p", baseURL, allowHttp: false, network: {}, silence: 200, timeout: 100 });
  onTestFinished(() => provider.close());
  const answer = await provider.fetch(`${baseURL}/x`, { method: "POST", body: "{}" });
  await expect(answer.text()).rejects.toMatchObject({ code: "UND_ERR_BODY_TIMEOUT" });
});

test.each(["text/event-stream", "application/json"])(
  "a long answer of %s that is cancelled slows the growth of the heap no longer",
  async (type) => {
    const server = await startEndless((response) => response.writeHead(200, { "content-type": type }));
    const answer = await withCall({ kind: "text" }, () => fetchOf(server.url)(server.url, { method: "POST", body: "{}" }));
    const reader = answer.body?.getReader();
    for (let received = 0; received < 2 * mebibyte; ) received += (await reader?.read())?.value?.byteLength ?? Number.POSITIVE_INFINITY;
    expect(setFlagsFromString).toHaveBeenCalledWith("--heap-growing-percent=20");
    vi.mocked(setFlagsFromString).mockClear();
    await reader?.cancel();
    await vi.waitFor(() => expect(setFlagsFromString).toHaveBeenCalledWith("--heap-growing-percent=0"), 90_000);
    const defaults = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
    expect(defaults).toContain("default: --heap-growing-percent=0");
    // V8 fails if its phases change while it marks.
    expect(
      vi
        .mocked(setFlagsFromString)
        .mock.calls.flat()
        .filter((flag) => /phases/.test(flag)),
    ).toEqual([]);
  },
);
