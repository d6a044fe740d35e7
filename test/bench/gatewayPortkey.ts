/** Portkey's gateway, as a process of its own: prints the port on which it listens. */
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { installPackage } from "../../scripts/testing/installPackage.ts";

const packageName = "@portkey-ai/gateway";
const folder = await installPackage(packageName, "1.15.2");

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

// It appends to the headers of the Response of `fetch`. They are immutable, and its version of hono does not copy them.
const { fetch: send, Response: PlatformResponse } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await send(...request);
  return new PlatformResponse(answer.body, { status: answer.status, headers: new Headers(answer.headers) });
};

const port = await findFreePort();
process.argv.push(`--port=${port}`, "--headless");
await import(pathToFileURL(path.join(folder, "node_modules", packageName, "build/start-server.js")).href);
const isListening = () =>
  send(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
while (!(await isListening())) await sleep(20);
process.stdout.write(`\n${port}\n`);
