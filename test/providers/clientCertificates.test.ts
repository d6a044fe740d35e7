/** Providers that ask for a client certificate (mutual TLS): who gets it, from where it is read, and what is said if it cannot be used. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import type { NetworkSettings } from "../../src/network/networkSettings.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { readMediaFile, startTestService } from "../service/testService.ts";
import { startConnectProxy } from "../unit/client/http/connectProxy.ts";
import { markedPng } from "./markedFile.ts";

const folder = path.join(import.meta.dirname, "../fixtures/client/tls");
const fileOf = (name: string) => path.join(folder, name);
const textOf = (name: string) => readFileSync(fileOf(name), "utf8");
const [cert, key, ca] = [fileOf("renewed.cert.pem"), fileOf("renewed.key.pem"), fileOf("service.cert.pem")];
const encrypted = createPrivateKey(textOf("renewed.key.pem")).export({
  ...{ type: "pkcs8", format: "pem" },
  ...{ cipher: "aes-256-cbc", passphrase: "open" },
});
const environment = {
  ENCRYPTED: String(encrypted),
  OPEN: "open",
  // The certificate has a key of the kind EC.
  RSA: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  CERT: textOf("renewed.cert.pem"),
  // As files with variables write it.
  KEY: textOf("renewed.key.pem").replaceAll("\n", "\\n"),
  FOLDER: folder,
};

/** An engine that notes who asks, and refuses strangers if it is `strict`. */
async function openEngine(strict: boolean, link?: string) {
  const callers: boolean[] = [];
  /** The host, and whether a certificate was presented to it. */
  const hosts = new Set<string>();
  const options: ServerOptions = {
    ...{ key: textOf("service.key.pem"), cert: textOf("service.cert.pem") },
    ...{ requestCert: true, rejectUnauthorized: strict, ca: [textOf("renewed.cert.pem")] },
  };
  const server = createServer(options, (request, response) => {
    const isKnown = request.socket instanceof TLSSocket && request.socket.authorized;
    callers.push(isKnown);
    hosts.add(`${request.headers.host}: ${isKnown}`);
    if (request.url === "/moved") return void response.writeHead(302, { location: "https://files.example/a.png" }).end();
    if (request.url?.endsWith("/a.png")) return void response.end(markedPng);
    response.setHeader("content-type", "application/json");
    const image = link === undefined ? { b64_json: markedPng.toString("base64") } : { url: link };
    response.end(JSON.stringify({ data: request.method === "GET" ? [{ id: "m" }] : [image] }));
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { callers, hosts, port, url: `https://localhost:${port}` };
}

async function draw(url: string, tls: object | undefined, network: NetworkSettings = {}) {
  const provider = { type: "openai-compatible", baseURL: `${url}/v1`, models: { m: { kinds: ["image"] } }, tls };
  const configuration = readConfiguration(JSON.stringify({ providers: { p: provider } }));
  const service = await startTestService({ configuration, environment, network });
  return service.make("images", { model: "p/m", prompt: "A fox" });
}

test.each<[string, object]>([
  ["files", { cert, key, ca }],
  ["files of a folder in a variable", { cert: `\${FOLDER}/renewed.cert.pem`, key: `\${env:FOLDER}/renewed.key.pem`, ca: [ca] }],
  ["a key with a passphrase", { cert, key: `\${ENCRYPTED}`, passphrase: "open", ca }],
  ["a key with a passphrase in a variable", { cert, key: `\${ENCRYPTED}`, passphrase: `\${OPEN}`, ca }],
  ["variables", { cert: `\${CERT}`, key: `\${env:KEY}`, ca }],
])("the certificate of %s is presented", async (_, tls) => {
  const engine = await openEngine(true);
  const made = await draw(engine.url, tls);
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made).equals(markedPng)).toBe(true);
  expect(engine.callers.every(Boolean)).toBe(true);
});

test("another server that a result links to does not get it", async () => {
  const files = await openEngine(false);
  const engine = await openEngine(true, `${files.url}/a.png`);
  // The authority is only that of the provider's own address.
  expect((await draw(engine.url, { cert, key, ca })).body).toMatchObject({ status: "failed" });
  expect(files.callers).not.toContain(true);
});

test.each([
  ["a result links to", "https://files.example/a.png"],
  ["an address of the provider redirects to", "/moved"],
])("the same server under another name that %s does not get it, and its file is received", async (_, link) => {
  const engine = await openEngine(false, link);
  await using proxy = await startConnectProxy(engine.port);
  const made = await draw("https://service.example", { cert, key, ca }, { proxy: proxy.address, strictTls: false });
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made).equals(markedPng)).toBe(true);
  expect(engine.hosts).toEqual(new Set(["service.example: true", "files.example: false"]));
});

test.each<[string, object | undefined, string]>([
  ["none", undefined, "p"],
  ["a certificate that the server does not know", { cert: ca, key: fileOf("service.key.pem"), ca }, "p"],
  ["a missing file", { cert: fileOf("none.pem"), key, ca }, "tls.cert of p cannot be used"],
  ["a variable that is not set", { cert, key: `\${NOTHING}`, ca }, "NOTHING"],
  ["a key of another certificate", { cert, key: fileOf("service.key.pem"), ca }, "tls.cert of p cannot be used"],
  ["a key of another kind", { cert, key: `\${RSA}`, ca }, "tls.cert of p cannot be used"],
  ["a wrong passphrase", { cert, key: `\${ENCRYPTED}`, passphrase: "shut", ca }, "tls.passphrase of p cannot be used"],
  ["a missing passphrase", { cert, key: `\${ENCRYPTED}`, ca }, "The key is encrypted, and needs one"],
  ["a text that is no path", { cert: "renewed.cert.pem", key, ca }, "neither a whole path nor"],
])("with %s the task fails with the reason, and without a secret", async (_, tls, message) => {
  const engine = await openEngine(true);
  const { body } = await draw(engine.url, tls);
  expect(body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
  expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  expect(engine.callers).toEqual([]);
});
