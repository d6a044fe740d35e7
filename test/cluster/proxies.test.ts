/** The reverse proxies of the guide, with the files of `deploy/`, in front of two services. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { findOnPath } from "../../scripts/findBrowser.ts";
import { manageKeys } from "../../src/service/commands/manageKeys.ts";
import { type PostgresServer, startPostgres } from "../service/postgresServer.ts";
import { startServiceProcess } from "../service/serviceProcess.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const certificate = path.join(root, "test/fixtures/client/tls/service.cert.pem");
const certificateKey = path.join(root, "test/fixtures/client/tls/service.key.pem");

/** Seconds that a proxy waits for a client that reads nothing, where the files of `deploy/` say nothing. */
const usualTimeout = 1;

interface Proxy {
  program: string;
  file: string;
  /** The status for a body that is too large: the proxy's, or the service's. */
  tooLarge: number;
  /** The proxy answers as soon as it knows the length, and closes the connection. */
  refusesByLength?: true;
  /** Milliseconds after which the proxy has taken out services that fail its checks. */
  outlastsChecks?: number;
  /** Writes what the file expects around it, with the addresses of this test, and returns the program's options. */
  prepare(site: string, folder: string, port: number): Promise<string[]>;
}

const proxies: readonly Proxy[] = [
  {
    program: "nginx",
    file: "deploy/nginx.conf",
    tooLarge: 413,
    async prepare(site, folder, port) {
      const changed = site
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("/etc/ssl/studio.pem", certificate)
        .replace("/etc/ssl/studio.key", certificateKey);
      const file = path.join(folder, "nginx.conf");
      const settings = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; send_timeout ${usualTimeout}s;`;
      await writeFile(file, `${settings}\n${changed}\n}\n`);
      return ["-c", file, "-p", folder];
    },
  },
  {
    program: "caddy",
    file: "deploy/Caddyfile",
    tooLarge: 400,
    async prepare(site, folder, port) {
      const changed = site.replace(
        "studio.example {",
        `studio.example:${port} {\n  bind 127.0.0.1\n  tls ${certificate} ${certificateKey}`,
      );
      const file = path.join(folder, "Caddyfile");
      await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${changed}`);
      return ["run", "--config", file, "--adapter", "caddyfile"];
    },
  },
  {
    program: "haproxy",
    file: "deploy/haproxy.cfg",
    tooLarge: 413,
    refusesByLength: true,
    // The first checks of two services begin within 5 s, and one that fails takes a service out.
    outlastsChecks: 6_000,
    async prepare(site, folder, port) {
      const pem = path.join(folder, "studio.pem");
      await writeFile(pem, `${await readFile(certificate, "utf8")}${await readFile(certificateKey, "utf8")}`);
      const file = path.join(folder, "haproxy.cfg");
      const usual = `defaults\n  timeout client ${usualTimeout}s\n`;
      await writeFile(file, usual + site.replace("bind :443", `bind 127.0.0.1:${port}`).replace("/etc/ssl/studio.pem", pem));
      return ["-db", "-f", file];
    },
  },
  {
    program: "apache2",
    file: "deploy/apache.conf",
    tooLarge: 400,
    async prepare(site, folder, port) {
      const changed = site
        .replace("*:443", `127.0.0.1:${port}`)
        .replace("/etc/ssl/studio.pem", certificate)
        .replace("/etc/ssl/studio.key", certificateKey);
      const enabled = /^# a2enmod (.+)$/m.exec(site)?.[1]?.split(" ") ?? [];
      const needed = ["mpm_event", "authz_core", "socache_shmcb", "slotmem_shm", ...enabled];
      const modules = needed.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      const file = path.join(folder, "apache.conf");
      const settings = `ServerRoot ${folder}\nDefaultRuntimeDir ${folder}\nPidFile ${folder}/pid\nServerName studio.example\nErrorLog ${folder}/error.log\nTimeOut ${usualTimeout}\nUser www-data\nGroup www-data\nListen 127.0.0.1:${port}`;
      await writeFile(file, `${modules.join("\n")}\n${settings}\n${changed}`);
      return ["-D", "FOREGROUND", "-f", file];
    },
  },
];

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

interface Sent {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** The length of a body that is not sent. */
  announced?: number;
}

/** Sends requests to `https://studio.example`, which is the proxy. */
function clientOf(port: number, key: string) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: "studio.example" });
  onTestFinished(() => agent.destroy());
  return async (route: string, { method = "GET", body, headers, announced }: Sent = {}) => {
    const sent = request({
      agent,
      host: "127.0.0.1",
      port,
      path: route,
      method,
      headers: {
        host: "studio.example",
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...headers,
        ...(announced && { "content-length": announced }),
      },
    });
    sent.on("error", () => undefined);
    if (announced === undefined) sent.end(body);
    else sent.flushHeaders();
    const [answer] = await once(sent, "response");
    return answer;
  };
}

const acceptedSchema = z.object({ id: z.string(), polling_url: z.string() });

for (const { program, file, tooLarge, refusesByLength, outlastsChecks, prepare } of proxies) {
  test.skipIf(findOnPath([program]) === undefined)(
    `${file} passes requests, streams and addresses on (skipped without ${program})`,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-proxy-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      const database = await postgres.createDatabase();
      const key = (await manageKeys(["create", "ada", "--database", database])).replace(/^key: |\n$/g, "");
      const options = ["--database", database, "--host", "127.0.0.1", "--behind-proxy", "127.0.0.1", "--faults"];
      const first = await startServiceProcess(...options);
      const second = await startServiceProcess(...options);
      const site = (await readFile(path.join(root, file), "utf8"))
        .replace("10.0.0.11:8787", new URL(first.url).host)
        .replace("10.0.0.12:8787", new URL(second.url).host);
      const port = await freePort();
      const words = await prepare(site, folder, port);
      const proxy = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
      onTestFinished(() => void proxy.kill("SIGTERM"));
      let log = "";
      proxy.stderr.setEncoding("utf8").on("data", (chunk) => (log += chunk));
      const send = clientOf(port, key);
      const status = async (route: string) => (await send(route)).resume().statusCode;
      await expect.poll(() => status("/api/v1/models").catch(() => proxy.exitCode ?? "away"), { message: log }).toBe(200);

      const body = JSON.stringify({ model: "demo-image", prompt: "A heron", size: "512" });
      const accepted = await send("/api/v1/images", { method: "POST", body, headers: { "x-forwarded-host": "evil.example" } });
      const { id, polling_url } = acceptedSchema.parse(JSON.parse(await text(accepted)));
      expect(polling_url).toBe(`https://studio.example/api/v1/images/${id}`);

      const stream = await send("/api/v1/responses", {
        method: "POST",
        body: JSON.stringify({ model: "demo-text", input: "Tell me about herons.", stream: true }),
      });
      let received = "";
      let early = "";
      for await (const chunk of stream.setEncoding("utf8")) {
        received += chunk;
        if (early === "" && received.includes("response.output_text.delta")) early = received;
      }
      expect(early).not.toContain("response.completed");
      expect(received).toContain("response.completed");

      const left = await send("/api/v1/responses", {
        method: "POST",
        body: JSON.stringify({ model: "demo-text", input: "Count from 1 to 2000.", stream: true }),
      });
      let begun = "";
      for await (const chunk of left.setEncoding("utf8")) {
        begun += chunk;
        if (begun.includes("response.output_text.delta")) break;
      }
      const response = `/api/v1/responses/${/"id":"(resp_[^"]+)"/.exec(begun)?.[1]}`;
      const state = async () => {
        const answer = await send(response);
        const content = await text(answer);
        return answer.statusCode === 200 ? JSON.parse(content).status : `${answer.statusCode} ${content}`;
      };
      await expect.poll(state).toBe("incomplete");

      const length = 33 * 1024 ** 2;
      const content = refusesByLength ? { announced: length } : { body: "a".repeat(length) };
      const large = await send("/api/v1/responses", { method: "POST", ...content });
      expect(large.resume().statusCode).toBe(tooLarge);

      // More than the buffers between the service and its client.
      const huge = JSON.stringify({ model: "fault-huge", prompt: "48 MiB" });
      const made = acceptedSchema.parse(JSON.parse(await text(await send("/api/v1/images", { method: "POST", body: huge }))));
      const whole = 48 * 1024 ** 2 * (4 / 3);
      const isMade = async () =>
        Number((await send(`/api/v1/images/${made.id}`)).on("error", () => undefined).destroy().headers["content-length"]);
      await expect.poll(isMade).toBeGreaterThan(whole);
      const paused = await send(`/api/v1/images/${made.id}`);
      await sleep(3_000 * usualTimeout);
      let read = 0;
      for await (const chunk of paused) read += chunk.length;
      expect(read).toBeGreaterThan(whole);

      if (outlastsChecks) {
        await sleep(outlastsChecks);
        expect(await status("/api/v1/models"), log).toBe(200);
      }

      await first.end("SIGKILL");
      await expect.poll(async () => [await status(`/api/v1/images/${id}`), await status("/api/v1/models")]).toEqual([200, 200]);
    },
    120_000,
  );
}
