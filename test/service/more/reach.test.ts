/** A service that accepts connections from other machines: its own TLS or TLS at a proxy, and the resulting limits. */
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { request as requestSecurely } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectSecurely, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { manageKeys } from "../../../src/service/commands/manageKeys.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { type ServiceProcess, startServiceProcess } from "../serviceProcess.ts";
import { callService, errorBody, readV2Status } from "../testService.ts";

const tlsFolder = join(import.meta.dirname, "../../fixtures/client/tls");
let postgres: PostgresServer;
let database: string;
let key: string;
beforeAll(async () => {
  postgres = await startPostgres();
  database = await postgres.createDatabase();
  key = (await manageKeys(["create", "ada", "--database", database])).replace(/^key: |\n$/g, "");
}, 300_000);
afterAll(() => postgres?.close());

const start = (...args: string[]): Promise<ServiceProcess> =>
  startServiceProcess("--database", database, "--tokens-per-second", "0", ...args);
const portOf = ({ url }: ServiceProcess) => Number(new URL(url).port);

interface RawAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** A request with headers that fetch does not allow. */
async function send(
  service: ServiceProcess,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<RawAnswer> {
  const options = {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    rejectUnauthorized: false,
  };
  const open = service.url.startsWith("https:") ? requestSecurely : request;
  const outgoing = open(`${service.url}${path}`, options);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(outgoing, "response");
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) };
}

const image = { model: "demo-image", prompt: "A heron", size: "512" };
const json = { "content-type": "application/json" };

/** SHA-256 of the certificate that a new connection receives. */
async function fingerprint(port: number): Promise<string> {
  const socket: TLSSocket = connectSecurely({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

async function copyCertificate(): Promise<{ cert: string; key: string; use: (name: string) => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const use = async (name: string) => {
    await copyFile(join(tlsFolder, `${name}.cert.pem`), files.cert);
    await copyFile(join(tlsFolder, `${name}.key.pem`), files.key);
  };
  await use("service");
  return { ...files, use };
}

test("with a certificate it accepts only TLS, under any name, and returns https links", async () => {
  const files = await copyCertificate();
  const service = await start("--host", "127.0.0.1", "--tls-cert", files.cert, "--tls-key", files.key);
  expect(service.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const made = await send(service, "/api/v1/images", {
    headers: { ...json, host: "studio.example", origin: "https://elsewhere.example" },
    body: image,
  });
  expect(made).toMatchObject({
    status: 202,
    body: { polling_url: expect.stringMatching(/^https:\/\/studio\.example\/api\/v1\/images\/img_/) },
  });
  await expect(fetch(service.url.replace("https:", "http:"))).rejects.toThrow();
});

test("a certificate is read again on SIGHUP, and an invalid one leaves the last one in use", async () => {
  const files = await copyCertificate();
  const service = await start("--tls-cert", files.cert, "--tls-key", files.key);
  const first = await fingerprint(portOf(service));
  await files.use("renewed");
  service.process.kill("SIGHUP");
  await expect.poll(() => service.log()).toContain("the certificate was loaded again");
  const second = await fingerprint(portOf(service));
  expect(second).not.toBe(first);
  await writeFile(files.cert, "no certificate");
  service.process.kill("SIGHUP");
  await expect.poll(() => service.log()).toContain("the certificate could not be loaded again");
  expect(await fingerprint(portOf(service))).toBe(second);
  expect((await send(service, "/api/v1/models")).status).toBe(200);
});

test("links have the scheme and host from a trusted proxy", async () => {
  const proxied = await start("--behind-proxy", "127.0.0.0/8");
  const forwarded = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.example",
    host: "studio.example",
  };
  const made = await send(proxied, "/api/v1/images", { headers: { ...json, ...forwarded }, body: image });
  expect(made.body).toMatchObject({ polling_url: expect.stringMatching(/^https:\/\/studio\.example\/api\/v1\/images\/img_/) });
});

test("forwarding headers of an untrusted client are ignored", async () => {
  const service = await start("--behind-proxy", "192.0.2.1");
  const forwarded = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" };
  const made = await send(service, "/api/v1/images", { headers: { ...json, ...forwarded }, body: image });
  expect(made.body).toMatchObject({ polling_url: expect.stringMatching(`^http://127\\.0\\.0\\.1:${portOf(service)}/`) });
});

test("files of this machine or a private network are not fetched for others, but files of the service itself are", async () => {
  const service = await start("--behind-proxy", "127.0.0.1", "--tokens-per-second", "0");
  const ask = (url: string) => {
    const body = { model: "demo-text", input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }] };
    return send(service, "/api/v1/responses", { headers: { ...json, host: "studio.example", "x-forwarded-proto": "https" }, body });
  };
  for (const url of [service.url, "http://localhost:5432/", "http://10.0.0.1/"]) {
    expect(await ask(`${url}/heron.png`)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("does not reach into") } },
    });
  }
  const made = await callService(service.url, key, async () => undefined).makeV2({
    type: "out_image",
    ai: { model: "demo-image", size: "512" },
    content: [{ type: "input_text", text: "A heron" }],
  });
  const link = new URL(readV2Status(made).contents.files[0]?.data ?? "");
  expect((await ask(`https://studio.example${link.pathname}`)).status).toBe(200);
  expect((await ask("https://studio.example/files/none/heron.png")).status).toBe(400);
});

test("requests that are too large, or too slow, are refused", async () => {
  const service = await start("--max-request", "0.001", "--header-timeout", "300", "--body-timeout", "300");
  const large = await send(service, "/api/v1/responses", { headers: json, body: { model: "demo-text", input: "x".repeat(2000) } });
  expect(large).toMatchObject({ status: 400, body: errorBody("invalid_request", "invalid_request_error", null) });
  for (const begun of [
    "GET /api/v1/models HTTP/1.1\r\nHost: 127.0.0.1",
    `POST /api/v1/responses HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  ]) {
    const socket = connect(portOf(service), "127.0.0.1", () => socket.write(begun));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test("concurrent texts are limited for each key, and in total", async () => {
  const other = (await manageKeys(["create", "grace", "--database", database])).replace(/^key: |\n$/g, "");
  const third = (await manageKeys(["create", "edsger", "--database", database])).replace(/^key: |\n$/g, "");
  const service = await start("--max-key-streams", "2", "--max-streams", "3", "--faults");
  const leaving = new AbortController();
  const open = (own: string, signal: AbortSignal = leaving.signal) =>
    fetch(`${service.url}/api/v1/responses`, {
      method: "POST",
      headers: { authorization: `Bearer ${own}`, ...json },
      body: JSON.stringify({ model: "fault-slow", input: "3600 seconds", stream: true }),
      signal,
    });
  const ofOther = new AbortController();
  const answers = [await open(key), await open(key), await open(other, ofOther.signal)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const refused = await open(key);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.json()).toEqual(errorBody("rate_limit_exceeded", "rate_limit_error", null));
  expect((await open(third)).status).toBe(503);
  // Requests for other kinds are answered.
  expect((await callService(service.url, key, async () => undefined).get("/api/v1/models")).status).toBe(200);
  ofOther.abort();
  await expect.poll(async () => (await open(third)).status).toBe(200);
  leaving.abort();
});
